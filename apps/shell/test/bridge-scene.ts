import { actions, type Action, type AnswerMessage } from '@lectern/sdk/protocol';
import { afterEach, beforeEach, vi } from 'vitest';
import { openBridge, type Bridge, type BridgeListener } from '../src/bridge/bridge.ts';
import { createDispatch, type RequestTable } from '../src/bridge/dispatch.ts';
import type { ContentFrame } from '../src/content-frame/content-frame.ts';
import { contentWindow } from './content-window.ts';
import { fakeBrowser, type FakeWindow } from './fake-browser.ts';

/** Where the content of these tests stands. */
export const contentOrigin = 'https://content.example';

/** A request that is answered with true, and that answer. */
export const question = { origin: 'iframe', action: 'isLoggedIn', id: 7 };
export const answer = { origin: 'container', action: 'isLoggedIn', id: 7, result: true };

/** A request table that answers `isLoggedIn`, and keeps in `called` what else it is asked. */
export function recordingTable(
  called: Action[],
  overrides: Partial<RequestTable> = {},
): RequestTable {
  const recording = actions.map((action) => [
    action,
    () => {
      called.push(action);
      return null;
    },
  ]);
  return {
    ...(Object.fromEntries(recording) as RequestTable),
    isLoggedIn: () => true,
    ...overrides,
  };
}

/** A frame whose window only records, and that tests open and close. */
export function fakeFrame(content: object) {
  const listeners = new Set<() => void>();
  let shown: object | undefined = content;
  const notify = () => listeners.forEach((listener) => listener());
  const frame: ContentFrame = {
    get window() {
      return (shown as Window | undefined) ?? null;
    },
    get isOpen() {
      return shown !== undefined;
    },
    isLoaded: true,
    open() {},
    lead() {},
    close() {
      shown = undefined;
      notify();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    frame,
    /** Opens the frame anew, with another window in it. */
    show(other: object): void {
      shown = other;
      notify();
    },
  };
}

interface Scene {
  browser: FakeWindow;
  content: ReturnType<typeof contentWindow>;
  frame: ContentFrame;
  show: (other: object) => void;
  /** Actions that the table was asked, but `isLoggedIn`. */
  called: Action[];
  /** The limits' clock: stands still unless a test moves it. */
  clockInMs: number;
}

/**
 * For a test file: each test has a browser, a frame with content, and a table of its own. The functions
 * work on those of the test that runs.
 */
export function bridgeForEachTest() {
  const scene = {} as Scene;
  beforeEach(() => {
    const content = contentWindow();
    const called: Action[] = [];
    Object.assign(scene, { browser: fakeBrowser(), content, called, clockInMs: 0 });
    Object.assign(scene, fakeFrame(content));
    vi.spyOn(Date, 'now').mockImplementation(() => scene.clockInMs);
  });
  afterEach(() => {
    // Its ports would go on living.
    scene.frame.close();
  });

  const messageEvent = (data: unknown, from: object = {}) => ({
    data,
    source: scene.content,
    origin: contentOrigin,
    ...from,
  });

  return {
    scene,
    /** @param table What answers; overrides of the recording one, or what arrives later. */
    start(
      table: Partial<RequestTable> | Promise<RequestTable> = {},
      listener?: BridgeListener,
    ): Bridge {
      const arriving =
        table instanceof Promise ? table : Promise.resolve(recordingTable(scene.called, table));
      const dispatching = arriving.then(createDispatch);
      return openBridge(scene.frame, contentOrigin, 'de-CH', dispatching, listener);
    },
    /** Delivers a message as the browser does, and goes on at once. */
    fire(data: unknown, from?: object): void {
      scene.browser.fire('message', messageEvent(data, from));
    },
    /** Delivers a message; gives all that the window has been sent once the shell is idle. */
    async deliver(data: unknown, from?: object): Promise<unknown[]> {
      scene.browser.fire('message', messageEvent(data, from));
      await idle();
      return scene.content.posted.map(([message]) => message);
    },
    /** Says hello as the SDK does; gives the content's port and the answer. */
    sayHello(): { readonly port: MessagePort; readonly greeting: AnswerMessage } {
      const payload = { version: 1, capabilities: ['port'] };
      scene.browser.fire(
        'message',
        messageEvent({ origin: 'iframe', action: 'hello', id: 'hello', payload }),
      );
      const port = scene.content.ports.at(-1);
      const greeting = scene.content.posted.at(-1)?.[0] as AnswerMessage | undefined;
      if (!port || !greeting) throw new Error('No port came with the answer.');
      return { port, greeting };
    },
    passSeconds(seconds: number): void {
      scene.clockInMs += seconds * 1000;
    },
  };
}

/** Rounds of the event loop within which a message goes over a port, is answered, and the answer comes. */
const roundsOfAConversation = 6;
const { setImmediate: nextRound } = globalThis;

/** Resolves once every message under way has come, also where a test holds the clock. */
export async function idle(): Promise<void> {
  for (let round = 0; round < roundsOfAConversation; round++)
    await new Promise<void>((resolve) => nextRound(resolve));
}

/** Collects what a port receives. */
export function received(port: MessagePort): unknown[] {
  const messages: unknown[] = [];
  port.addEventListener('message', ({ data }) => messages.push(data));
  port.start();
  return messages;
}
