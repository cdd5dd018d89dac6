/**
 * Why a request failed. Stable: content may decide by it.
 */
export const errors = {
  /** The container knows no such action. */
  UNKNOWN_ACTION: { mayRetry: false },
  /** The payload does not have the action's shape. */
  BAD_PAYLOAD: { mayRetry: false },
  /** A code looks mistyped: ask, and send it again without `refusesTypos`. */
  MISTYPED: { mayRetry: false },
  /** The two sides have no version in common. */
  UNSUPPORTED_VERSION: { mayRetry: false },
  /** No user is signed in, or not any more. */
  NOT_LOGGED_IN: { mayRetry: false },
  /** The container or a service refused for good. */
  REFUSED: { mayRetry: false },
  /** An item has changed since the version that the request was made on: read it again. */
  CONFLICT: { mayRetry: false },
  /** This device has no room left; nothing of the request was kept. */
  STORAGE_FULL: { mayRetry: true },
  /** More, or heavier, messages at once than the container takes. */
  TOO_MANY: { mayRetry: true },
  /** A service could not be reached, failed, or took too long. */
  UNAVAILABLE: { mayRetry: true },
  /** No answer came in time: what was asked may be done all the same. Made by the SDK. */
  TIMEOUT: { mayRetry: true },
  /** There is no container around the content, or none any more. Made by the SDK. */
  NO_CONTAINER: { mayRetry: false },
} as const satisfies Readonly<Record<string, { readonly mayRetry: boolean }>>;

export type BridgeErrorCode = keyof typeof errors;
