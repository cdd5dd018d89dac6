/*
 * The bridge between content and container, as a table by direction.
 *
 *   content → container   request  {origin: 'iframe', action, id?, payload?}
 *   container → content   answer   {origin: 'container', action, id, result}
 *                         failure  {origin: 'container', action, id, error: {code, message}}
 *                         event    {origin: 'container', event, payload}
 *
 * Messages travel by window.postMessage. The container accepts them only from the frame's own window
 * and the content's exact origin. A request without id is carried out and not answered.
 */

/** Grows when a message changes its meaning; the container names its own in the answer to `hello`. */
export const protocolVersion = 1;

/** A user as content may know it. Names may be missing: some identity providers give none. */
export interface BridgeUser {
  readonly subject: string;
  readonly given_name?: string;
  readonly family_name?: string;
}

/** A licence of the user for this publication. */
export interface BridgeLicense {
  readonly license_code: string;
  readonly license_strategy: string;
  readonly license_state: string;
  readonly mandant_identifier: string;
  readonly product_reference: string;
}

/** What local store items belong to: an issue of a course, and in it one topic or one exercise. */
export type LocalStoreScope = {
  readonly course_id_dto: { readonly course_id: string };
  readonly issue_id_dto: { readonly issue_id: string };
} & (
  | { readonly topic_dto: { readonly topic_id: string }; readonly exercise_dto?: never }
  | { readonly exercise_dto: { readonly exercise_id: string }; readonly topic_dto?: never }
);

/** One piece of progress. `value` is text of at most 262,144 UTF-16 code units. */
export interface LocalStoreItemInput {
  readonly segment: string;
  readonly key: string;
  readonly value: string;
  /**
   * The version that the change was made on; 0: none was there. When another one is stored by then,
   * nothing of the request is stored and it fails with `CONFLICT`. That also keeps a request that was
   * long under way from undoing a newer one. Absent: stored whatever was there.
   */
  readonly version?: number;
}

/**
 * A stored item: `version` grows by one with every write that changes the value or was made on the
 * stored version; `updated_at`, when the value last changed, is RFC 3339.
 */
export interface LocalStoreItem extends LocalStoreItemInput {
  readonly version: number;
  readonly updated_at: string;
}

/** An xAPI statement without actor and authority, which the platform sets. */
export interface LearningStatement {
  readonly id?: string;
  readonly verb: { readonly id: string; readonly display?: Readonly<Record<string, string>> };
  readonly object: { readonly id: string; readonly [property: string]: unknown };
  readonly result?: Readonly<Record<string, unknown>>;
  readonly context?: Readonly<Record<string, unknown>>;
  /** RFC 3339 with offset; absent: when the container received it. */
  readonly timestamp?: string;
}

/** How signing in is to go on. */
export interface LoginOptions {
  /**
   * Code of a coupon as somebody has typed it; case, dashes and spaces do not matter. What cannot be a
   * code fails with `BAD_PAYLOAD`, and signing in does not start. Whether there is such a coupon is seen
   * only after signing in; the container says what is wrong with it.
   */
  readonly coupon?: string;
}

/** What content may ask: action → payload and result. */
export interface Requests {
  /** Opens the conversation. */
  hello: {
    payload: { version: number };
    result: { version: number; actions: readonly Action[]; locale: string };
  };
  /** The content can be used; a stored deep link has been opened and is forgotten. */
  ready: { payload: undefined; result: null };
  isLoggedIn: { payload: undefined; result: boolean };
  /**
   * Starts signing in. The page goes to the identity provider, so an answer may never come. A coupon is
   * redeemed for whoever signs in then.
   */
  startLogin: { payload: LoginOptions | undefined; result: null };
  /** Signs the user out. The frame is removed, so an answer may never come. */
  logout: { payload: undefined; result: null };
  getUser: { payload: undefined; result: BridgeUser };
  /** Whether the user signs in with a Panda login. */
  isPandaLogin: { payload: undefined; result: boolean };
  /** Whether the user leads at least one group. */
  isTeacher: { payload: undefined; result: boolean };
  getLicenses: { payload: undefined; result: readonly BridgeLicense[] };
  getLocalStoreItems: { payload: LocalStoreScope; result: readonly LocalStoreItem[] };
  /** Answered once the service has stored all of the items. */
  setLocalStoreItems: {
    payload: LocalStoreScope & { readonly local_store_items: readonly LocalStoreItemInput[] };
    result: readonly LocalStoreItem[];
  };
  /** Answered with the statement's id once the service has stored it. */
  postStatement: {
    payload: { readonly dto_id: string; readonly statement: LearningStatement };
    result: string;
  };
  /** base64url(SHA-256(text)): the S256 code challenge of RFC 7636, section 4.2. */
  encodeChallenge: { payload: { readonly text: string }; result: string };
  /**
   * Whether the content holds work that is not saved yet. While it does, the browser asks before the
   * page is left; content in a frame cannot ask by itself. And content that has lost its seat, because the
   * user goes on at another device, say, is taken away only once it has said that all is saved, or
   * {@link savingLimitInMs} after the seat was lost.
   */
  setUnsavedWork: { payload: { readonly unsaved: boolean }; result: null };
  /**
   * Where in the publication the user is; without members: nowhere in particular, as on its first page.
   * Replaces what was said before. When a session ends without the user's doing, the content is opened
   * there once the same user has signed in again. Content says it with every page that it shows. Each
   * member has at most {@link placeLengthMaximum} characters.
   */
  setPlace: { payload: DeepLink; result: null };
  /**
   * Opens the container's cookie settings over the content, where consent to analytics can be given
   * and withdrawn. Answered once they are open. Works without a session, too.
   */
  openCookieSettings: { payload: undefined; result: null };
  /** The user's language, a BCP 47 tag, as in the answer to `hello`. Works without a session, too. */
  getLocale: { payload: undefined; result: string };
  /** Currency of prices, an ISO 4217 code. Works without a session, too. */
  getCurrency: { payload: undefined; result: string };
}

export type Action = keyof Requests;

/** Every action: what a container of this version answers. */
export const actions = Object.keys({
  hello: true,
  ready: true,
  isLoggedIn: true,
  startLogin: true,
  logout: true,
  getUser: true,
  isPandaLogin: true,
  isTeacher: true,
  getLicenses: true,
  getLocalStoreItems: true,
  setLocalStoreItems: true,
  postStatement: true,
  encodeChallenge: true,
  setUnsavedWork: true,
  setPlace: true,
  openCookieSettings: true,
  getLocale: true,
  getCurrency: true,
} satisfies Record<Action, true>) as readonly Action[];
export type Payload<A extends Action> = Requests[A]['payload'];
export type Result<A extends Action> = Requests[A]['result'];

/** What the container tells unasked. */
export interface Events {
  /**
   * The session has ended without the user's doing, or this device has lost the seat of its licence. The
   * content is taken away a moment later. Count on nothing more being saved: only after a lost seat can
   * what is sent at once still be stored.
   */
  'session-lost': { readonly reason: string };
}

export type EventName = keyof Events;

/** Why a request failed. Stable: content may decide by it. */
export type BridgeErrorCode =
  /** The container knows no such action. */
  | 'UNKNOWN_ACTION'
  /** The payload does not have the action's shape; sending it again fails again. */
  | 'BAD_PAYLOAD'
  /** Nobody is signed in. */
  | 'NOT_LOGGED_IN'
  /** A service refused for good; sending it again fails again. */
  | 'REFUSED'
  /** An item has changed since the version that the request was made on; read it again. */
  | 'CONFLICT'
  /** A service could not be reached or failed; sending it again may succeed. */
  | 'UNAVAILABLE'
  /** No answer within the time limit; sending it again may succeed. Made by the SDK. */
  | 'TIMEOUT'
  /** There is no container around the content. Made by the SDK. */
  | 'NO_CONTAINER';

/** How long a request may take before it fails with `TIMEOUT`, in milliseconds. */
export const requestTimeoutInMs = 15_000;
/** How long the content looks for a container before it fails with `NO_CONTAINER`, in milliseconds. */
export const connectTimeoutInMs = 5_000;
/** Longest member of a place that the content reports, in UTF-16 code units. */
export const placeLengthMaximum = 200;
/** How long content that has lost its seat may go on saving before it is taken away, in milliseconds. */
export const savingLimitInMs = 20_000;

export interface RequestMessage {
  readonly origin: 'iframe';
  readonly action: string;
  readonly id?: string | number;
  readonly payload?: unknown;
}

export interface AnswerMessage {
  readonly origin: 'container';
  readonly action: string;
  readonly id: string | number;
  readonly result?: unknown;
  readonly error?: { readonly code: BridgeErrorCode; readonly message: string };
}

export interface EventMessage {
  readonly origin: 'container';
  readonly event: EventName;
  readonly payload: Events[EventName];
}

/** The query parameters of the frame's address that say where to open the content. */
export interface DeepLink {
  readonly exerciseGroupId?: string;
  readonly themaId?: string;
  readonly subThemaNumber?: string;
}
export const deepLinkParameters = ['exerciseGroupId', 'themaId', 'subThemaNumber'] as const;
