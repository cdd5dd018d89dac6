import { readFile } from 'node:fs/promises';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import type { BridgeErrorCode, Container } from '@lectern/sdk';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sharedBrowser } from '../src/journeys.ts';

/*
 * The author's side of the bridge in a real browser, against containers that behave and containers
 * that do not. No server: the pages of three origins are made here.
 */
const container = 'http://container.localhost';
const content = 'http://content.localhost';
const clientSource = createRequire(import.meta.url).resolve('@lectern/sdk');

const transports = ['over a port', 'over window'] as const;
type Transport = (typeof transports)[number];

/** A page that frames the content and answers as `answer` says: a function body of one message. */
function containerPage(answer: string, transport: Transport): string {
  return `<!doctype html><iframe name="content" src="${content}/index.html"></iframe>
    <script>
      window.asked = [];
      window.askedOverPort = [];
      window.send = (message) => frames[0].postMessage(message, '*');
      addEventListener('message', ({ data, source, origin }) => {
        asked.push({ data, origin });
        take(data, (message, ports) => source.postMessage(message, '*', ports));
      });
      function take(data, answer) {
        const reply = (outcome, id = data.id, ports = []) =>
          answer({ origin: 'container', action: data.action, id, ...outcome }, ports);
        const hello = () => {
          const result = { version: 1, actions: [], locale: 'de-CH' };
          reply({ result }, data.id, ${transport === 'over a port' ? '[openPort()]' : '[]'});
        };
        ${answer}
      }
      function openPort() {
        const { port1, port2 } = new MessageChannel();
        window.send = (message) => port1.postMessage(message);
        window.port = port1;
        port1.onmessage = ({ data }) => {
          askedOverPort.push(data);
          take(data, (message) => port1.postMessage(message));
        };
        return port2;
      }
    </script>`;
}

const contentPage = `<!doctype html><title>Content</title>
  <script type="module">window.sdk = await import('/sdk/client.ts');</script>`;

declare global {
  interface Window {
    sdk: typeof import('@lectern/sdk');
    connection: Container;
  }
}

/** Of the SDK, by path from its client. */
const scripts = new Map<string, string>();
async function scriptAt(path: string): Promise<string> {
  const cached = scripts.get(path);
  if (cached !== undefined) return cached;
  const source = await readFile(new URL(path, `file://${clientSource}`), 'utf8');
  const script = stripTypeScriptTypes(source);
  scripts.set(path, script);
  return script;
}

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await sharedBrowser();
});
beforeEach(async () => {
  page = await browser.newPage();
  await page.route(`${content}/sdk/**`, async (route) => {
    const path = new URL(route.request().url()).pathname.replace('/sdk/', './');
    return route.fulfill({ contentType: 'text/javascript', body: await scriptAt(path) });
  });
  await page.route(`${content}/index.html`, (route) =>
    route.fulfill({ contentType: 'text/html', body: contentPage }),
  );
});
afterEach(() => page.close());

/** Opens a container with the content in it, once the SDK has loaded there. */
async function open(answer: string, transport: Transport = 'over a port'): Promise<Frame> {
  await page.route(`${container}/`, (route) =>
    route.fulfill({ contentType: 'text/html', body: containerPage(answer, transport) }),
  );
  await page.goto(`${container}/`);
  const frame = page.frame('content')!;
  await frame.waitForFunction(() => window.sdk !== undefined);
  return frame;
}

/** Requests to the container by window messages, and over the port. */
function askedSoFar() {
  return page.evaluate(() => {
    const { asked, askedOverPort } = window as unknown as {
      asked: { data: object; origin: string }[];
      askedOverPort: object[];
    };
    return { asked, askedOverPort };
  });
}

const connectFailure = (frame: Frame, containerOrigins?: string[]) =>
  frame.evaluate(
    (origins) =>
      window.sdk.connect(origins ? { containerOrigins: origins } : {}).then(
        () => 'connected',
        (error: unknown) => (error instanceof window.sdk.BridgeError ? error.code : String(error)),
      ),
    containerOrigins,
  );

describe('finding the container', () => {
  test('a page that is not framed has none', async () => {
    await page.goto(`${content}/index.html`);
    await page.waitForFunction(() => window.sdk !== undefined);
    expect(await connectFailure(page.mainFrame())).toBe('NO_CONTAINER');
  });

  test('a page around it that never answers is none', async () => {
    const frame = await open('');
    await page.clock.install();
    const failure = connectFailure(frame);
    await page.clock.runFor(5_000);
    expect(await failure).toBe('NO_CONTAINER');
  });

  test('a container of another origin than the author allows is none', async () => {
    const frame = await open('hello();');
    await page.clock.install();
    const failure = connectFailure(frame, ['https://lectern.example']);
    await page.clock.runFor(5_000);
    expect(await failure).toBe('NO_CONTAINER');
    expect(await connectFailure(frame, [container])).toBe('connected');
  });

  test('an address that is no origin is said to be none', async () => {
    expect(await connectFailure(await open('hello();'), ['no origin'])).toContain('SyntaxError');
  });
});

const requests = ['getUser', 'isTeacher', 'ready'] as const;

describe.each(transports)('%s', (transport) => {
  async function connected(answer: string, timeoutInMs?: number): Promise<Frame> {
    const frame = await open(`if (data.action === 'hello') return hello(); ${answer}`, transport);
    await frame.evaluate(async (limit) => {
      window.connection = await window.sdk.connect(
        limit === undefined ? {} : { timeoutInMs: limit },
      );
    }, timeoutInMs);
    return frame;
  }

  /** Error code of a content's request. */
  function codeOf(
    frame: Frame,
    request: (typeof requests)[number],
  ): Promise<BridgeErrorCode | 'none'> {
    return frame.evaluate(
      (name) =>
        window.connection[name]().then(
          () => 'none' as const,
          (error: unknown) => (error instanceof window.sdk.BridgeError ? error.code : 'none'),
        ),
      request,
    );
  }

  test('ORIGIN-4: nothing is told before the container is found, and then only to it', async () => {
    const frame = await connected('reply({ result: true });');
    expect(await frame.evaluate(() => window.connection.locale)).toBe('de-CH');
    expect(await frame.evaluate(() => window.connection.isTeacher())).toBe(true);
    const payload = { version: 1, capabilities: ['port'] };
    const hello = { origin: 'iframe', action: 'hello', id: expect.any(String), payload };
    const question = { origin: 'iframe', action: 'isTeacher', id: expect.any(Number) };
    const { asked, askedOverPort } = await askedSoFar();
    const byWindow = asked.map(({ data }) => data);
    expect(asked.every(({ origin }) => origin === content)).toBe(true);
    expect([byWindow, askedOverPort]).toEqual(
      transport === 'over a port' ? [[hello], [question]] : [[hello, question], []],
    );
  });

  test.each([[undefined], [{ coupon: 'wtrd 7k3m' }]])(
    'signing in is asked for with the options %j',
    async (options) => {
      const frame = await connected('reply({ result: null });');
      await frame.evaluate((given) => window.connection.startLogin(given), options);
      const { asked, askedOverPort } = await askedSoFar();
      const last = askedOverPort.at(-1) ?? asked.at(-1)?.data;
      expect(last).toMatchObject({ origin: 'iframe', action: 'startLogin', payload: options });
    },
  );

  describe('every request settles', () => {
    test.each(requests)('TIME-2: %s without an answer', async (request) => {
      expect(await codeOf(await connected('', 50), request)).toBe('TIMEOUT');
    });

    test.each(['NOT_LOGGED_IN', 'REFUSED', 'UNAVAILABLE', 'TOO_MANY'] as const)(
      'with the code %s',
      async (code) => {
        const frame = await connected(`reply({ error: { code: '${code}', message: 'x' } });`);
        expect(await codeOf(frame, 'getUser')).toBe(code);
      },
    );

    test('TIME-2: when the content disconnects', async () => {
      const frame = await connected('');
      const pending = codeOf(frame, 'getUser');
      await frame.evaluate(() => window.connection.disconnect());
      expect(await pending).toBe('NO_CONTAINER');
      expect(await codeOf(frame, 'getUser')).toBe('NO_CONTAINER');
    });

    test('each with its own answer, in whatever order they come', async () => {
      const frame = await connected(`
        window.held = [...(window.held ?? []), () => reply({ result: data.payload.text })];
        if (held.length === 3) for (const answer of held.toReversed()) answer();
      `);
      const results = await frame.evaluate(() =>
        Promise.all(['a', 'b', 'c'].map((text) => window.connection.encodeChallenge(text))),
      );
      expect(results).toEqual(['a', 'b', 'c']);
    });
  });

  test('ORIGIN-3: an answer to a request that was never made, or from another window, is not believed', async () => {
    const frame = await connected(
      `reply({ result: 'other id' }, 99);
       const stranger = document.createElement('iframe');
       stranger.srcdoc = '<script>parent.frames.content.postMessage({ origin: "container", action: "getUser", id: ' +
         data.id + ', result: "stranger" }, "*")<' + '/script>';
       stranger.onload = () => reply({ result: 'the container' });
       document.body.append(stranger);`,
    );
    expect(await frame.evaluate(() => window.connection.getUser())).toBe('the container');
  });

  test('events reach their listeners until these are taken away', async () => {
    const frame = await connected('reply({ result: null });');
    await frame.evaluate(() => {
      const heard: string[] = [];
      const stop = window.connection.on('session-lost', ({ reason }) => {
        heard.push(reason);
        stop();
      });
      Object.assign(window, { heard });
    });
    for (const reason of ['first', 'second']) {
      await page.evaluate((why) => {
        const event = { origin: 'container', event: 'session-lost', payload: { reason: why } };
        (window as unknown as { send: (message: object) => void }).send(event);
      }, reason);
    }
    await frame.evaluate(() => window.connection.ready());
    expect(await frame.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual([
      'first',
    ]);
  });
});

test('TIME-2: over a port that the container closes a request fails at its time limit at the latest', async () => {
  const frame = await open("if (data.action === 'hello') hello();");
  await frame.evaluate(async () => {
    window.connection = await window.sdk.connect({ timeoutInMs: 50 });
  });
  await page.evaluate(() => (window as unknown as { port: MessagePort }).port.close());
  const code = await frame.evaluate(() =>
    window.connection.getUser().then(
      () => 'none',
      (error: unknown) => (error as { code: string }).code,
    ),
  );
  // Browsers that tell the other side of a closed port let it fail sooner.
  expect(['NO_CONTAINER', 'TIMEOUT']).toContain(code);
});
