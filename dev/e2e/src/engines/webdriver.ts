import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { retrying } from './retrying.ts';
import type { Driver, Place } from './visitor.ts';

/*
 * A client of WebDriver (W3C, Level 2) for WebKit, as far as journeys need it. Libraries bring ten packages for what
 * are a dozen requests.
 */

/** Name of an element's reference on the wire (section 12.2). */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** Code points of keys that make no character (section 17.4.2). */
const keyCodes: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

/** How long a page may take to load: WPE 2.38 sometimes stops the process that is to show it, for good. */
const pageLoadLimitInMs = 30_000;

/** A driver program that runs, and begins sessions, each with a profile of its own. */
export interface WebDriver extends AsyncDisposable {
  begin(): Promise<Driver>;
}

export interface DriverProgram {
  readonly program: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** The browser shows its window on a screen, which is started for it. */
  readonly needsScreen?: boolean;
}

export async function startWebDriver(options: DriverProgram): Promise<WebDriver> {
  await using started = new AsyncDisposableStack();
  const environment = { ...process.env, ...options.environment };
  if (options.needsScreen) environment['DISPLAY'] = await startScreen(started);
  const port = await freePort();
  start(started, options.program, [`--port=${port}`], environment);
  const base = `http://127.0.0.1:${port}`;
  await retrying(() => fetch(`${base}/status`));
  const stack = started.move();
  return {
    begin: () => beginSession(base, options.capabilities),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** @returns the name of the display, which the server chooses. */
async function startScreen(stack: AsyncDisposableStack): Promise<string> {
  const server = start(
    stack,
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    process.env,
  );
  const lines = createInterface(server.stdio[3] as NodeJS.ReadableStream);
  const [display] = (await once(lines, 'line')) as [string];
  return `:${display}`;
}

function start(
  stack: AsyncDisposableStack,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): ChildProcess {
  // A group of its own: browsers, which the driver starts, end with it.
  const child = spawn(program, args, {
    env,
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const end = () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    try {
      process.kill(-child.pid!);
    } catch (error) {
      // The group may have ended before its exit is reported here.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  // A signal ends a benchmark without its stacks.
  process.once('exit', end);
  stack.defer(async () => {
    process.off('exit', end);
    end();
    await ended;
  });
  return child;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function ask(method: string, address: string, body?: unknown): Promise<unknown> {
  const response = await fetch(address, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { value } = (await response.json()) as { readonly value: unknown };
  if (response.ok) return value;
  const { error, message } = value as { readonly error: string; readonly message: string };
  throw new Error(`${error}: ${message}`);
}

async function beginSession(base: string, capabilities: unknown): Promise<Driver> {
  const { sessionId } = (await ask('POST', `${base}/session`, {
    capabilities: { alwaysMatch: capabilities },
  })) as { readonly sessionId: string };
  const session = `${base}/session/${sessionId}`;
  const post = (path: string, body: unknown = {}) => ask('POST', session + path, body);
  await post('/timeouts', { pageLoad: pageLoadLimitInMs });
  const tabs = [await ask('GET', `${session}/window`)];

  /** Where the session is; unknown after it has gone to another page. */
  let current: Place | undefined;

  async function turnTo(place: Place): Promise<void> {
    if (place === current) return;
    current = undefined;
    await post('/frame', { id: null });
    if (place === 'content') {
      const element = await post('/element', {
        using: 'css selector',
        value: 'iframe[data-content-frame]',
      });
      await post('/frame', { id: { [elementKey]: Object.values(element as object)[0] } });
    }
    current = place;
  }

  const evaluate: Driver['evaluate'] = async (place, expression) => {
    const run = async () => {
      await turnTo(place);
      return post('/execute/sync', { script: `return ${expression}`, args: [] });
    };
    try {
      return await run();
    } catch (error) {
      // The page has gone, and with it the frame.
      if (!/^Error: (no such|stale)/.test(String(error))) throw error;
      current = undefined;
      return run();
    }
  };

  const handles = async () => (await ask('GET', `${session}/window/handles`)) as readonly unknown[];

  async function turnToWindow(handle: unknown): Promise<void> {
    current = undefined;
    await post('/window', { handle });
  }

  return {
    async open(address) {
      current = undefined;
      await post('/url', { url: address });
    },
    address: async () => (await ask('GET', `${session}/url`)) as string,
    async reload() {
      await evaluate('shell', `document.documentElement.dataset.left = ''`);
      await post('/refresh');
      current = undefined;
      // A driver may answer before the old document goes, and a press in that is lost.
      await retrying(async () => {
        const isOld = await evaluate('shell', `'left' in document.documentElement.dataset`);
        if (isOld !== false) throw new Error('The page is still the one before.');
      });
    },
    evaluate,
    async stroke([first, ...rest]) {
      await turnTo('shell');
      const moveTo = ([x, y]: readonly [number, number], duration: number) => ({
        type: 'pointerMove',
        origin: 'viewport',
        duration,
        // Older drivers take whole pixels alone.
        x: Math.round(x),
        y: Math.round(y),
      });
      await post('/actions', {
        actions: [
          {
            type: 'pointer',
            id: 'mouse',
            parameters: { pointerType: 'mouse' },
            actions: [
              moveTo(first!, 0),
              { type: 'pointerDown', button: 0 },
              ...rest.map((point) => moveTo(point, 40)),
              { type: 'pointerUp', button: 0 },
            ],
          },
        ],
      });
    },
    async keys(keys) {
      const actions = keys.flatMap((key) =>
        ['keyDown', 'keyUp'].map((type) => ({ type, value: keyCodes[key] ?? key })),
      );
      await post('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    async openTab() {
      // A window: tabs of WebKitGTK open behind the one in front, where the mouse gets no answer.
      const { handle } = (await post('/window/new', { type: 'window' })) as {
        readonly handle: string;
      };
      tabs.push(handle);
      await turnToWindow(handle);
    },
    turnToTab: (index) => turnToWindow(tabs[index]),
    async turnToOpened() {
      const handle = await retrying(async () => {
        const opened = (await handles()).find((other) => !tabs.includes(other));
        if (opened === undefined) throw new Error('Nothing has been opened.');
        return opened;
      });
      tabs.push(handle);
      await turnToWindow(handle);
    },
    async closeOpened() {
      await ask('DELETE', `${session}/window`);
      await turnToWindow(tabs[0]);
    },
    async untilOpenedCloses() {
      const opened = tabs.at(-1);
      await retrying(async () => {
        if ((await handles()).includes(opened)) throw new Error('The window is still open.');
      });
      await turnToWindow(tabs[0]);
    },
    async resize(width, height) {
      const size = `[outerWidth - innerWidth, outerHeight - innerHeight]`;
      const [besides = 0, above = 0] = (await evaluate('shell', size)) as number[];
      await post('/window/rect', { width: width + besides, height: height + above });
    },
    async picture() {
      await turnTo('shell');
      return Buffer.from((await ask('GET', `${session}/screenshot`)) as string, 'base64');
    },
    async close() {
      await ask('DELETE', session);
    },
  };
}
