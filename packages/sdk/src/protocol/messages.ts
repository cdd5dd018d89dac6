import type { BridgeErrorCode } from './errors.ts';
import type { Events } from './events.ts';
import type { EventName } from './names.ts';

/** Content → container. Without id unanswered. */
export interface RequestMessage {
  readonly origin: 'iframe';
  readonly action: string;
  readonly id?: string | number;
  readonly payload?: unknown;
}

/** Container → content, one for each request with an id. */
export interface AnswerMessage {
  readonly origin: 'container';
  readonly action: string;
  readonly id: string | number;
  readonly result?: unknown;
  readonly error?: { readonly code: BridgeErrorCode; readonly message: string };
}

/** Container → content, unasked. */
export interface EventMessage {
  readonly origin: 'container';
  readonly event: EventName;
  readonly payload: Events[EventName];
}
