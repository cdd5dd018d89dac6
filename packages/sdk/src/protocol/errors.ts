/**
 * Why a request failed. Stable: content may decide by it.
 */
export const errors = {
  /** No such action. */
  UNKNOWN_ACTION: { mayRetry: false },
  /** Not the action's shape. */
  BAD_PAYLOAD: { mayRetry: false },
  /** A code looks mistyped: ask, then send it without `refusesTypos`. */
  MISTYPED: { mayRetry: false },
  /** No version in common. */
  UNSUPPORTED_VERSION: { mayRetry: false },
  /** The user is not signed in, or not any more. */
  NOT_LOGGED_IN: { mayRetry: false },
  /** The container or a service refused for good. */
  REFUSED: { mayRetry: false },
  /** An item has changed since the request's version: read it again. */
  CONFLICT: { mayRetry: false },
  /** This device has no room; nothing was kept. */
  STORAGE_FULL: { mayRetry: true },
  /** Too many or heavy messages at once. */
  TOO_MANY: { mayRetry: true },
  /** A service was unreachable, failed, or too slow. */
  UNAVAILABLE: { mayRetry: true },
  /** No answer in time; it may be done all the same. Made by the SDK. */
  TIMEOUT: { mayRetry: true },
  /** No container, or none any more. Made by the SDK. */
  NO_CONTAINER: { mayRetry: false },
} as const satisfies Readonly<Record<string, { readonly mayRetry: boolean }>>;

export type BridgeErrorCode = keyof typeof errors;
