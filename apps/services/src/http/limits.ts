import { generalErrors, type GeneralErrorCode } from '@lectern/contracts';
import { CallError } from './errors.ts';

/** Limits of one process. `docs/operate/run.md` says why each has its value. */
export interface Limits {
  /** Requests at once of all callers; beyond: OVERLOADED (503). */
  readonly requestsInFlight: number;
  /** Requests at once of one subject; further ones wait for their turn. */
  readonly requestsRunningPerSubject: number;
  /** Requests of one subject that may wait; beyond: TOO_MANY_REQUESTS (429). */
  readonly requestsWaitingPerSubject: number;
  /** The same of a key of another system, which asks for many people. */
  readonly requestsWaitingPerKey: number;
  /** Requests at once of a key that are written together with those of others, and cost less for it. */
  readonly gatheredRequestsRunningPerKey: number;
  /** Different tokens that do not hold, from one network; beyond they are verified one at a time. */
  readonly refusedTokensPerMinute: number;
  /** All headers of a request together; beyond: HEADERS_TOO_LARGE (431). */
  readonly headerSizeInBytes: number;
  /** How long a client may take for the headers of a request; beyond: REQUEST_TIMEOUT (408). */
  readonly headersTimeoutInMs: number;
  /** How long it may take for the body; beyond: REQUEST_TIMEOUT (408). */
  readonly bodyTimeoutInMs: number;
  /** The same for a call that carries a file. */
  readonly fileTimeoutInMs: number;
  /** Bytes of files that lie on the disk while their requests are under way; beyond: OVERLOADED (503). */
  readonly uploadedBytesAtOnce: number;
  /** Bytes of large bodies of the record store that are in memory at once; beyond: OVERLOADED (503). */
  readonly heldBytesAtOnce: number;
  /** The same of one subject or key; beyond: TOO_MANY_REQUESTS (429). */
  readonly heldBytesAtOncePerCaller: number;
  /** Requests at once that bring the bytes of files; beyond: OVERLOADED (503). */
  readonly uploadsAtOnce: number;
  /** The same of one subject; beyond: TOO_MANY_REQUESTS (429). */
  readonly uploadsAtOncePerSubject: number;
}

export const defaultLimits: Limits = {
  requestsInFlight: 1000,
  requestsRunningPerSubject: 8,
  requestsWaitingPerSubject: 64,
  requestsWaitingPerKey: 256,
  gatheredRequestsRunningPerKey: 32,
  refusedTokensPerMinute: 600,
  headerSizeInBytes: 64 * 1024,
  headersTimeoutInMs: 15_000,
  bodyTimeoutInMs: 60_000,
  fileTimeoutInMs: 600_000,
  uploadedBytesAtOnce: 4 * 1024 ** 3,
  heldBytesAtOnce: 512 * 1024 * 1024,
  heldBytesAtOncePerCaller: 128 * 1024 * 1024,
  uploadsAtOnce: 16,
  uploadsAtOncePerSubject: 4,
};

/** A refusal that does not hold for long: the answer says when to come back. */
export class LimitReached extends CallError {
  readonly retryAfterInSeconds: number;

  /** @param retryAfterInMs rounded up to whole seconds, at least one (RFC 9110, section 10.2.3) */
  constructor(code: GeneralErrorCode, retryAfterInMs = 0) {
    const { status, text } = generalErrors[code];
    super(status, [{ code, text }]);
    this.retryAfterInSeconds = Math.max(1, Math.ceil(retryAfterInMs / 1000));
  }
}
