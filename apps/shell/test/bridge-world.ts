import { connect, type Container } from '@lectern/sdk';
import { requests, type Action, type BridgeErrorCode } from '@lectern/sdk/protocol';
import fc from 'fast-check';
import { vi } from 'vitest';
import { BridgeFailure } from '../src/bridge/bridge-failure.ts';
import { openBridge } from '../src/bridge/bridge.ts';
import { createDispatch, type Dispatch, type RequestTable } from '../src/bridge/dispatch.ts';
import { contentOrigin, idle } from './bridge-scene.ts';
import { fakeBrowser } from './fake-browser.ts';
import { fakeWindows, type ContentDocument } from './fake-windows.ts';

/** Calls with something of their own in them wherever the protocol has room for it. */
const callers = {
  encodeChallenge: (container: Container, own: string) => container.encodeChallenge(own),
  setPlace: (container: Container, own: string) => container.setPlace({ themaId: own }),
  startLogin: (container: Container, own: string) => container.startLogin({ coupon: own }),
  getLocalStoreItems: (container: Container, own: string) =>
    container.getLocalStoreItems(scopeOf(own)),
  setLocalStoreItems: (container: Container, own: string) =>
    container.setLocalStoreItems(scopeOf(own), []),
  postStatement: (container: Container, own: string) =>
    container.postStatement(own, { verb: { id: 'x' }, object: {} }),
  getUser: (container: Container) => container.getUser(),
  ready: (container: Container) => container.ready(),
} satisfies Partial<Record<Action, (container: Container, own: string) => Promise<unknown>>>;
type Called = keyof typeof callers;

export const calledActions = Object.keys(callers) as readonly Called[];

const scopeOf = (own: string) => ({
  course_id_dto: { course_id: 'c' },
  issue_id_dto: { issue_id: 'i' },
  topic_dto: { topic_id: own },
});

const failures: readonly BridgeErrorCode[] = ['REFUSED', 'CONFLICT', 'STORAGE_FULL', 'UNAVAILABLE'];

/** The shell's reaction to a request. */
export type Behaviour = (result: object) => unknown;

export const behaviour: fc.Arbitrary<Behaviour> = fc.oneof(
  { weight: 4, arbitrary: fc.constant((result: object) => result) },
  fc.constant(() => new Promise(() => {})),
  fc.constant(() => Promise.reject(new TypeError('a fault of the shell'))),
  fc.constantFrom(...failures).map((code) => () => {
    throw new BridgeFailure(code, 'no');
  }),
  fc
    .integer({ min: 1, max: 20_000 })
    .map((inMs) => (result: object) => new Promise((answer) => setTimeout(answer, inMs, result))),
);

/** A call that content has made. */
export interface Call {
  readonly action: Action;
  /** Text in its payload that no other call has; nothing where the action has no payload. */
  readonly own: string | undefined;
  readonly askedAt: number;
  /** True once something has kept the container from answering it, or the content from hearing. */
  readonly mayTimeOut: () => boolean;
  ended?: { readonly at: number; readonly result?: unknown; readonly error?: unknown };
}

/** How finding the container has gone. */
export interface Greeting {
  tookInMs?: number;
  error?: unknown;
}

/** How many messages a flood has: more than are answered. */
const floodLength = 5_000;

export type World = ReturnType<typeof createWorld>;

/**
 * A page with a shell, and content with the SDK in its frame, in which tests have things happen.
 *
 * @param behaviours What the shell does with one request after the other, again and again.
 */
export function createWorld(behaviours: readonly Behaviour[], handsOverPorts: boolean) {
  vi.useFakeTimers();
  fakeBrowser();
  const windows = fakeWindows({ handsOverPorts });
  const { promise, resolve } = Promise.withResolvers<Dispatch>();
  const counts = { asked: new Map<string, number>(), answered: new Map<string, number>() };
  const calls: Call[] = [];
  const greetings: Greeting[] = [];
  const containers: Container[] = [];
  let isSignedIn = true;
  /** True once anything has been done that keeps messages from arriving. */
  let isDisturbed = false;
  let turn = 0;
  let document: ContentDocument;

  const table = Object.fromEntries(
    Object.keys(requests).map((action) => [
      action,
      (payload: unknown) => {
        if (!isSignedIn) throw new BridgeFailure('NOT_LOGGED_IN', 'Nobody is signed in.');
        return behaviours[turn++ % behaviours.length]?.({ action, payload });
      },
    ]),
  ) as unknown as RequestTable;

  const bridge = openBridge(
    windows.frame,
    contentOrigin,
    'de-CH',
    promise,
    (direction, message) => {
      const { action, id } = Object(message) as { action?: string; id?: unknown };
      const key = JSON.stringify([action, id]);
      const count = direction === 'to shell' ? counts.asked : counts.answered;
      if (id !== undefined) count.set(key, (count.get(key) ?? 0) + 1);
    },
  );

  return {
    windows,
    calls,
    greetings,
    containers,
    /** Requests that have been read, and answers that have been sent, by action and id. */
    counts,
    /** Shows a page with the SDK in the frame, which looks for its container. */
    async load(): Promise<void> {
      document = windows.load(contentOrigin);
      const askedAt = performance.now();
      const greeting: Greeting = {};
      greetings.push(greeting);
      void connect()
        .then((container) => containers.push(container))
        .catch((error: unknown) => (greeting.error = error))
        .finally(() => (greeting.tookInMs = performance.now() - askedAt));
      await idle();
    },
    /** The SDK that was connected last is asked, also where its page is gone. */
    ask(action: Called): void {
      const container = containers.at(-1);
      if (!container) return;
      const askedOf = document;
      const own = `own ${calls.length}`;
      const call: Call = {
        action,
        own: action === 'getUser' || action === 'ready' ? undefined : own,
        askedAt: performance.now(),
        mayTimeOut: () => isDisturbed || askedOf !== document,
      };
      calls.push(call);
      void callers[action](container, own).then(
        (result: unknown) => (call.ended = { at: performance.now(), result }),
        (error: unknown) => (call.ended = { at: performance.now(), error }),
      );
    },
    flood(): void {
      isDisturbed = true;
      for (let sent = 0; sent < floodLength; sent++)
        document.parent.postMessage({ origin: 'iframe', action: 'nope', id: 'flood' }, '*');
    },
    closeFrame(): void {
      isDisturbed = true;
      windows.close();
    },
    goElsewhere(): void {
      isDisturbed = true;
      windows.load('https://elsewhere.example');
    },
    silenceShell(): void {
      isDisturbed = true;
      windows.silenceShell();
    },
    loseSession(): void {
      isSignedIn = false;
      bridge.emit('session-lost', { reason: 'token expired' });
    },
    arriveShell: () => resolve(createDispatch(table)),
    disconnect: () => containers.at(-1)?.disconnect(),
  };
}

/** The clock goes on in steps of this length, and messages arrive at their ends. */
export const stepInMs = 250;

export async function pass(milliseconds: number): Promise<void> {
  for (let leftInMs = milliseconds; leftInMs > 0; leftInMs -= stepInMs) {
    await idle();
    await vi.advanceTimersByTimeAsync(Math.min(leftInMs, stepInMs));
  }
  await idle();
}
