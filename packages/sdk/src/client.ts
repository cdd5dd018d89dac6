import {
  connectTimeoutInMs,
  deepLinkParameters,
  protocolVersion,
  requestTimeoutInMs,
  type Action,
  type AnswerMessage,
  type BridgeErrorCode,
  type BridgeLicense,
  type BridgeUser,
  type DeepLink,
  type EventMessage,
  type EventName,
  type Events,
  type LearningStatement,
  type LocalStoreItem,
  type LocalStoreItemInput,
  type LocalStoreScope,
  type LoginOptions,
  type Payload,
  type RequestMessage,
  type Result,
} from './protocol.ts';

export type {
  BridgeErrorCode,
  BridgeLicense,
  BridgeUser,
  DeepLink,
  Events,
  LearningStatement,
  LocalStoreItem,
  LocalStoreItemInput,
  LocalStoreScope,
  LoginOptions,
};

/** A request to the container failed; `code` says why and whether trying again can help. */
export class BridgeError extends Error {
  override readonly name = 'BridgeError';
  readonly code: BridgeErrorCode;
  readonly action: Action;

  constructor(code: BridgeErrorCode, action: Action, message: string) {
    super(message);
    this.code = code;
    this.action = action;
  }

  /** Whether the same request may succeed later. */
  get mayRetry(): boolean {
    return this.code === 'UNAVAILABLE' || this.code === 'TIMEOUT';
  }
}

export interface ConnectOptions {
  /** Origins of containers to talk to, such as `https://lectern.example`. Absent: any that frames the content. */
  readonly containerOrigins?: readonly string[];
  /** Time limit of each request in milliseconds. */
  readonly timeoutInMs?: number;
}

/** The container around the content. Every promise settles within the time limit. */
export interface Container {
  /** The user's language as the container shows it, a BCP 47 tag. */
  readonly locale: string;
  /** Says that the content can be used. */
  ready(): Promise<null>;
  isLoggedIn(): Promise<boolean>;
  /** Signs in, and redeems a coupon for whoever signs in then, if one is given. */
  startLogin(options?: LoginOptions): Promise<null>;
  logout(): Promise<null>;
  getUser(): Promise<BridgeUser>;
  isPandaLogin(): Promise<boolean>;
  isTeacher(): Promise<boolean>;
  getLicenses(): Promise<readonly BridgeLicense[]>;
  getLocalStoreItems(scope: LocalStoreScope): Promise<readonly LocalStoreItem[]>;
  /** Resolves once the service has stored all items; until then nothing is saved. */
  setLocalStoreItems(
    scope: LocalStoreScope,
    items: readonly LocalStoreItemInput[],
  ): Promise<readonly LocalStoreItem[]>;
  /** Resolves with the statement's id once the service has stored it. */
  postStatement(about: string, statement: LearningStatement): Promise<string>;
  encodeChallenge(text: string): Promise<string>;
  /**
   * Makes the browser ask before the page is left while there is unsaved work, and the container wait
   * for it, for a limited time, before it takes the content away.
   */
  setUnsavedWork(unsaved: boolean): Promise<null>;
  /**
   * Says where in the publication the user is, with each page that is shown; `{}`: nowhere in particular.
   * After a reload, and after a session that was lost, the container opens the content there again, by a
   * deep link. It forgets the place when the user signs out; content that keeps it need not.
   */
  setPlace(place: DeepLink): Promise<null>;
  /** Opens the container's cookie settings. Publications offer it where they speak of privacy. */
  openCookieSettings(): Promise<null>;
  /** The same as {@link Container.locale}, asked anew. */
  getLocale(): Promise<string>;
  /** Currency of prices that the publication shows, an ISO 4217 code such as `CHF`. */
  getCurrency(): Promise<string>;
  /** Calls the listener on each such event; the result stops that. */
  on<E extends EventName>(event: E, listener: (payload: Events[E]) => void): () => void;
  /** Stops listening; requests under way fail with `NO_CONTAINER`. */
  disconnect(): void;
}

interface Pending {
  readonly action: Action;
  readonly resolve: (result: never) => void;
  readonly reject: (error: BridgeError) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/**
 * Finds the container around this page.
 *
 *   content                         container
 *      │ ── hello (to any origin) ────▶ │   nothing of the user is in it
 *      │ ◀─ answer ──────────────────── │   its origin is pinned here
 *      │ ── requests (to that origin) ▶ │
 *
 * @throws {BridgeError} `NO_CONTAINER` when the page is not framed, or nobody answers within
 *   {@link connectTimeoutInMs}.
 */
export async function connect(options: ConnectOptions = {}): Promise<Container> {
  const parent = window.parent;
  if (parent === window) {
    throw new BridgeError('NO_CONTAINER', 'hello', 'This page is not shown inside a container.');
  }
  const { containerOrigins, timeoutInMs = requestTimeoutInMs } = options;
  const pending = new Map<unknown, Pending>();
  const listeners = new Set<{ event: EventName; listener: (payload: never) => void }>();
  let containerOrigin: string | undefined;
  let lastId = 0;

  function receive(message: MessageEvent<Partial<AnswerMessage & EventMessage> | null>): void {
    if (message.source !== parent) return;
    if (
      containerOrigin
        ? message.origin !== containerOrigin
        : containerOrigins?.includes(message.origin) === false
    )
      return;
    const data = message.data;
    if (data?.origin !== 'container') return;
    if (data.event !== undefined) {
      for (const { event, listener } of listeners)
        if (event === data.event) listener(data.payload as never);
      return;
    }
    const request = pending.get(data.id);
    if (!request) return;
    containerOrigin ??= message.origin;
    settle(data.id);
    if (data.error)
      request.reject(new BridgeError(data.error.code, request.action, data.error.message));
    else request.resolve(data.result as never);
  }

  function settle(id: unknown): void {
    clearTimeout(pending.get(id)?.timer);
    pending.delete(id);
  }

  function send<A extends Action>(
    action: A,
    payload?: Payload<A>,
    limitInMs = timeoutInMs,
  ): Promise<Result<A>> {
    return new Promise((resolve, reject) => {
      const id = ++lastId;
      const timer = setTimeout(() => {
        settle(id);
        reject(
          action === 'hello'
            ? new BridgeError('NO_CONTAINER', action, 'No container answered.')
            : new BridgeError('TIMEOUT', action, `No answer to ${action} within ${limitInMs} ms.`),
        );
      }, limitInMs);
      pending.set(id, { action, resolve, reject, timer });
      const message: RequestMessage = { origin: 'iframe', action, id, payload };
      if (containerOrigin) parent.postMessage(message, containerOrigin);
      else for (const origin of containerOrigins ?? ['*']) parent.postMessage(message, origin);
    });
  }

  function disconnect(): void {
    removeEventListener('message', receive);
    for (const [id, { action, reject }] of pending) {
      settle(id);
      reject(new BridgeError('NO_CONTAINER', action, 'Disconnected from the container.'));
    }
  }

  addEventListener('message', receive);
  let locale: string;
  try {
    ({ locale } = await send('hello', { version: protocolVersion }, connectTimeoutInMs));
  } catch (error) {
    disconnect();
    throw error;
  }

  return {
    locale,
    ready: () => send('ready'),
    isLoggedIn: () => send('isLoggedIn'),
    startLogin: (options) => send('startLogin', options),
    logout: () => send('logout'),
    getUser: () => send('getUser'),
    isPandaLogin: () => send('isPandaLogin'),
    isTeacher: () => send('isTeacher'),
    getLicenses: () => send('getLicenses'),
    getLocalStoreItems: (scope) => send('getLocalStoreItems', scope),
    setLocalStoreItems: (scope, items) =>
      send('setLocalStoreItems', { ...scope, local_store_items: items }),
    postStatement: (about, statement) => send('postStatement', { dto_id: about, statement }),
    encodeChallenge: (text) => send('encodeChallenge', { text }),
    setUnsavedWork: (unsaved) => send('setUnsavedWork', { unsaved }),
    setPlace: (place) => send('setPlace', place),
    openCookieSettings: () => send('openCookieSettings'),
    getLocale: () => send('getLocale'),
    getCurrency: () => send('getCurrency'),
    on(event, listener) {
      const entry = { event, listener };
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
    disconnect,
  };
}

/** Where the address of this page asks the content to open; absent members were not given. */
export function deepLink(address: URL = new URL(location.href)): DeepLink {
  return Object.fromEntries(
    deepLinkParameters.flatMap((name) => {
      const value = address.searchParams.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}
