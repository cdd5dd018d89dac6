/**
 * Why a request failed. Stable: content may decide by it. Whether the same request may succeed later
 * is said with each.
 */
export const errors = {
  /** The container knows no such action. */
  UNKNOWN_ACTION: { mayRetry: false },
  /** The payload does not have the action's shape. */
  BAD_PAYLOAD: { mayRetry: false },
  /** A code looks mistyped: ask, and send it again without `refusesTypos`. */
  MISTYPED: { mayRetry: false },
  /** The content speaks a version that the container does not, or the reverse. */
  UNSUPPORTED_VERSION: { mayRetry: false },
  /** No user is signed in, or not any more. */
  NOT_LOGGED_IN: { mayRetry: false },
  /** The container or a service refused for good. */
  REFUSED: { mayRetry: false },
  /** An item has changed since the version that the request was made on: read it again. */
  CONFLICT: { mayRetry: false },
  /** This device has no room left for what waits to be delivered. Nothing of the request was kept. */
  STORAGE_FULL: { mayRetry: true },
  /** More messages, or more or heavier requests at once, than the container takes. */
  TOO_MANY: { mayRetry: true },
  /** A service could not be reached, failed, or took too long. */
  UNAVAILABLE: { mayRetry: true },
  /** No answer came in time: what was asked may be done all the same. Made by the SDK. */
  TIMEOUT: { mayRetry: true },
  /** There is no container around the content, or none any more. Made by the SDK. */
  NO_CONTAINER: { mayRetry: false },
} as const satisfies Readonly<Record<string, { readonly mayRetry: boolean }>>;

export type BridgeErrorCode = keyof typeof errors;
