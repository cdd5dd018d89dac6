import {
  actions,
  protocolVersion,
  type Action,
  type AnswerMessage,
  type EventMessage,
  type EventName,
  type Events,
  type Result,
} from '@lectern/sdk/protocol';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import { log } from '../logging/log.ts';
import { BridgeFailure } from './bridge-failure.ts';
import { payloadLimit, weighsMoreThan } from './payload-weight.ts';

/** What the bridge answers by itself: a greeting must not wait for the rest of the shell. */
type Greeting = 'hello';

/**
 * What answers the content: a closed table with an entry for every other action of the protocol.
 * Each entry checks its payload before it does anything.
 */
export type RequestTable = {
  readonly [A in Exclude<Action, Greeting>]: (payload: unknown) => Result<A> | Promise<Result<A>>;
};

/** The shell's end of the bridge. */
export interface Bridge {
  /** Tells the content something. Without an open frame nothing is sent. */
  emit<E extends EventName>(event: E, payload: Events[E]): void;
}

/** Most requests under way; content that sends more has lost control of itself. */
const pendingRequestsMaximum = 256;

/** What an action's name is cut to in the log and in answers: it is the content's text. */
const loggedNameLength = 40;

/**
 * Listens to the content for the life of the page.
 *
 *   content                         shell
 *      │ ── {origin: 'iframe', action, id, payload} ──▶ │ source, origin, marker, action, payload
 *      │ ◀─ {origin: 'container', action, id, result} ─ │
 *
 * @param locale Told to the content in the greeting, a BCP 47 tag.
 * @param table Arrives later than the frame: what the content asks meanwhile waits for it.
 */
export function openBridge(
  frame: ContentFrame,
  contentOrigin: string,
  locale: string,
  table: Promise<RequestTable>,
): Bridge {
  let pending = 0;
  let strangerSeen = false;

  function post(message: AnswerMessage | EventMessage): void {
    // The origin is named, so that nothing reaches a page that the frame has navigated to since.
    frame.window?.postMessage(message, contentOrigin);
  }

  async function receive(event: MessageEvent<unknown>): Promise<void> {
    // 1. From the frame's own window: other tabs, extensions and nested frames post here, too.
    if (!frame.isOpen || event.source !== frame.window) return;
    // 2. From the content's origin: the frame may have navigated itself elsewhere.
    if (event.origin !== contentOrigin) {
      if (!strangerSeen) log('warning', 'Ignored messages of another origin in the content frame.');
      strangerSeen = true;
      return;
    }
    // 3. With marker and action as own properties (specification, section 5).
    const request = readRequest(event.data);
    if (!request) return;
    const { action, id } = request;
    const answer = (outcome: Pick<AnswerMessage, 'result' | 'error'>) => {
      if (id !== undefined) post({ origin: 'container', action, id, ...outcome });
    };

    if (action === 'hello') {
      answer({ result: { version: protocolVersion, actions, locale } satisfies Result<'hello'> });
      return;
    }

    // 4. Within the limits, so that the shell stays responsive whatever the content does.
    if (pending >= pendingRequestsMaximum) {
      answer({ error: { code: 'UNAVAILABLE', message: 'Too many requests are under way.' } });
      return;
    }
    pending++;
    try {
      answer({ result: await dispatch(await table, action, request.payload) });
    } catch (error) {
      answer({ error: readFailure(error) });
    } finally {
      pending--;
    }
  }

  addEventListener('message', (event) => void receive(event));
  return {
    emit: (event, payload) => post({ origin: 'container', event, payload }),
  };
}

interface ReadRequest {
  readonly action: string;
  readonly id: string | number | undefined;
  readonly payload: unknown;
}

/** Reads own properties only: what is inherited was never sent. */
function readRequest(data: unknown): ReadRequest | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const own = (name: string): unknown =>
    Object.getOwnPropertyDescriptor(data, name)?.value ?? undefined;
  const [action, id] = [own('action'), own('id')];
  if (own('origin') !== 'iframe' || typeof action !== 'string') return undefined;
  return {
    action,
    id: typeof id === 'string' || typeof id === 'number' ? id : undefined,
    payload: own('payload'),
  };
}

function dispatch(table: RequestTable, action: string, payload: unknown): unknown {
  if (!isAction(table, action)) {
    const name = action.slice(0, loggedNameLength);
    log('warning', `Unknown action of the content: ${name}`);
    throw new BridgeFailure('UNKNOWN_ACTION', `There is no action ${name}.`);
  }
  if (weighsMoreThan(payload, payloadLimit))
    throw new BridgeFailure('BAD_PAYLOAD', `The payload weighs more than ${payloadLimit}.`);
  return table[action](payload);
}

/** `__proto__`, `constructor` and the like are no own properties of the table. */
function isAction(table: RequestTable, action: string): action is keyof RequestTable {
  return Object.hasOwn(table, action);
}

function readFailure(error: unknown): NonNullable<AnswerMessage['error']> {
  if (error instanceof BridgeFailure) return { code: error.code, message: error.message };
  log('error', 'A request of the content failed.', error);
  return { code: 'UNAVAILABLE', message: 'The container could not do this now.' };
}
