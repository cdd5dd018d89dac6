import type { ResultMessage } from './result.ts';
import type { ServiceCode } from './services.ts';

/**
 * Why a call failed:
 * `missing-parameter` and `invalid-request` (a body that is no JSON, a value that fits no header)
 * nothing was sent; `network` and `timeout` no answer came; `refused` the service
 * answered 4xx; `failed` it answered 5xx or WARNING; `invalid-answer` the answer breaks the contract.
 */
export type FailureKind =
  | 'missing-parameter'
  | 'invalid-request'
  | 'network'
  | 'timeout'
  | 'aborted'
  | 'refused'
  | 'failed'
  | 'invalid-answer';

/** A call as its failures name it. */
export interface CallName {
  readonly service: ServiceCode;
  /** Client method. */
  readonly name: string;
}

/** Every failure of a call, whatever its cause, as one error. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly service: ServiceCode;
  /** Client method, such as `userGet`. */
  readonly call: string;
  readonly kind: FailureKind;
  /** HTTP status; absent when no answer came. */
  readonly status: number | undefined;
  readonly correlationId: string | undefined;
  /** The service's messages, in the contract's codes. */
  readonly messages: readonly ResultMessage[];
  /** The answer of a call that ended in WARNING, as the contract gives it: the parts that were done. */
  readonly answer: unknown;
  /** When the service wants to be asked again (`Retry-After`), in milliseconds from its answer. */
  readonly retryAfterInMs: number | undefined;

  constructor(
    { service, name }: CallName,
    kind: FailureKind,
    message: string,
    details: {
      status?: number;
      correlationId?: string | undefined;
      messages?: readonly ResultMessage[];
      retryAfterInMs?: number | undefined;
      answer?: unknown;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: details.cause });
    this.service = service;
    this.call = name;
    this.kind = kind;
    this.status = details.status;
    this.correlationId = details.correlationId;
    this.messages = details.messages ?? [];
    this.answer = details.answer;
    this.retryAfterInMs = details.retryAfterInMs;
  }

  /** The first code that the service gave. */
  get code(): string | undefined {
    return this.messages[0]?.code;
  }

  /** True where the same request may succeed later without a change. */
  get mayRetry(): boolean {
    return (
      this.kind === 'network' ||
      this.kind === 'timeout' ||
      this.status === 429 ||
      (this.kind === 'failed' && (this.status ?? 0) >= 500)
    );
  }
}
