import { readFile } from 'node:fs/promises';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import type { BridgeErrorCode, Container } from '@lectern/sdk';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser } from '../src/browser.ts';

/*
 * The author's side of the bridge in a real browser, against containers that behave and containers
 * that do not. No server: the pages of three origins are made here.
 */
const container = 'http://container.localhost';
const content = 'http://content.localhost';
const clientSource = createRequire(import.meta.url).resolve('@lectern/sdk');

/** A page that frames the content and answers as `answer` says: a function body of one message. */
function containerPage(answer: string): string {
  return `<!doctype html><iframe name="content" src="${content}/index.html"></iframe>
    <script>
      window.asked = [];
      addEventListener('message', ({ data, source, origin }) => {
        asked.push({ data, origin });
        const reply = (outcome, id = data.id) =>
          source.postMessage({ origin: 'container', action: data.action, id, ...outcome }, '*');
        const hello = () => reply({ result: { version: 1, actions: [], locale: 'de-CH' } });
        ${answer}
      });
    </script>`;
}

const contentPage = `<!doctype html><title>Content</title>
  <script type="module">window.sdk = await import('/client.ts');</script>`;

declare global {
  interface Window {
    sdk: typeof import('@lectern/sdk');
    connection: Container;
  }
}

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  page = await browser.newPage();
  for (const file of ['client.ts', 'protocol.ts']) {
    const source = await readFile(new URL(file, `file://${clientSource}`), 'utf8');
    await page.route(`${content}/${file}`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: stripTypeScriptTypes(source) }),
    );
  }
  await page.route(`${content}/index.html`, (route) =>
    route.fulfill({ contentType: 'text/html', body: contentPage }),
  );
});
afterEach(() => page.close());

/** Opens a container with the content in it, once the SDK has loaded there. */
async function open(answer: string): Promise<Frame> {
  await page.route(`${container}/`, (route) =>
    route.fulfill({ contentType: 'text/html', body: containerPage(answer) }),
  );
  await page.goto(`${container}/`);
  const frame = page.frame('content')!;
  await frame.waitForFunction(() => window.sdk !== undefined);
  return frame;
}

async function connected(answer: string, timeoutInMs?: number): Promise<Frame> {
  const frame = await open(answer);
  await frame.evaluate(async (limit) => {
    window.connection = await window.sdk.connect(limit === undefined ? {} : { timeoutInMs: limit });
  }, timeoutInMs);
  return frame;
}

/** What a request of the content fails with. */
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
const requests = ['getUser', 'isTeacher', 'ready'] as const;

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
  test('tells nothing before it is found, and then only to its origin', async () => {
    const frame = await connected(
      `if (data.action === 'hello') hello(); else reply({ result: true });`,
    );
    expect(await frame.evaluate(() => window.connection.locale)).toBe('de-CH');
    expect(await frame.evaluate(() => window.connection.isTeacher())).toBe(true);
    const asked = await page.evaluate(() => (window as unknown as { asked: unknown[] }).asked);
    expect(asked).toEqual([
      {
        data: { origin: 'iframe', action: 'hello', id: 1, payload: { version: 1 } },
        origin: content,
      },
      {
        data: { origin: 'iframe', action: 'isTeacher', id: 2, payload: undefined },
        origin: content,
      },
    ]);
  });

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
});

test.each([
  [undefined, undefined],
  [{ coupon: 'wtrd 7k3m' }, { coupon: 'wtrd 7k3m' }],
])('signing in with %j is asked for with the payload %j', async (options, payload) => {
  const frame = await connected(
    `if (data.action === 'hello') hello(); else reply({ result: null });`,
  );
  await frame.evaluate((given) => window.connection.startLogin(given), options);
  const asked = await page.evaluate(
    () => (window as unknown as { asked: { data: object }[] }).asked,
  );
  expect(asked.at(-1)?.data).toEqual({ origin: 'iframe', action: 'startLogin', id: 2, payload });
});

describe('every request settles', () => {
  test.each(requests)('%s without an answer', async (request) => {
    const frame = await connected(`if (data.action === 'hello') hello();`, 50);
    expect(await codeOf(frame, request)).toBe('TIMEOUT');
  });

  test.each(['NOT_LOGGED_IN', 'REFUSED', 'UNAVAILABLE'] as const)(
    'with the code %s',
    async (code) => {
      const frame = await connected(
        `if (data.action === 'hello') hello(); else reply({ error: { code: '${code}', message: 'x' } });`,
      );
      expect(await codeOf(frame, 'getUser')).toBe(code);
    },
  );

  test('when the content disconnects', async () => {
    const frame = await connected(`if (data.action === 'hello') hello();`);
    const pending = codeOf(frame, 'getUser');
    await frame.evaluate(() => window.connection.disconnect());
    expect(await pending).toBe('NO_CONTAINER');
  });

  test('each with its own answer, in whatever order they come', async () => {
    const frame = await connected(`
      if (data.action === 'hello') return hello();
      window.held = [...(window.held ?? []), () => reply({ result: data.payload.text })];
      if (held.length === 3) for (const answer of held.toReversed()) answer();
    `);
    const results = await frame.evaluate(() =>
      Promise.all(['a', 'b', 'c'].map((text) => window.connection.encodeChallenge(text))),
    );
    expect(results).toEqual(['a', 'b', 'c']);
  });
});

describe('not believed', () => {
  test('an answer to a request that was never made, or from another window', async () => {
    const frame = await connected(
      `if (data.action === 'hello') return hello();
       reply({ result: 'other id' }, 99);
       const stranger = document.createElement('iframe');
       stranger.srcdoc = '<script>parent.frames.content.postMessage({ origin: "container", action: "getUser", id: ' +
         data.id + ', result: "stranger" }, "*")<' + '/script>';
       stranger.onload = () => reply({ result: 'the container' });
       document.body.append(stranger);`,
    );
    expect(await frame.evaluate(() => window.connection.getUser())).toBe('the container');
  });
});

test('events reach their listeners until these are taken away', async () => {
  const frame = await connected(
    `if (data.action === 'hello') hello(); else reply({ result: null });`,
  );
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
      window.frames[0]!.postMessage(
        { origin: 'container', event: 'session-lost', payload: { reason: why } },
        '*',
      );
    }, reason);
  }
  await frame.evaluate(() => window.connection.ready());
  expect(await frame.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual([
    'first',
  ]);
});
