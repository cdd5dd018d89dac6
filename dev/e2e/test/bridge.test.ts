import { demoAccounts, type Platform } from '@lectern/env';
import type { Browser, Frame, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accessTokenOf } from '../src/access-token.ts';
import { startBeforeAll } from '../src/journeys.ts';
import { arrive } from '../src/learner.ts';

/*
 * The shell's side of the bridge, asked by content without the SDK: plain messages, good and hostile.
 * The content's origin is the real one; its page is replaced by one that only records.
 */
const probe = `<!doctype html><title>Probe</title><main>Probe</main>
<script>
  window.received = [];
  addEventListener('message', ({ data, origin }) => received.push({ data, origin }));
</script>`;

type Received = {
  readonly data: { readonly id?: unknown; readonly [member: string]: unknown };
  readonly origin: string;
};

declare global {
  interface Window {
    received: Received[];
  }
}

let platform: Platform;
let browser: Browser;
let page: Page;
let content: Frame;
let warnings: string[];

startBeforeAll((started) => ({ platform, browser } = started));
beforeAll(async () => {
  const context = await browser.newContext();
  await context.route(`${platform.content}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: probe }),
  );
  const learner = await arrive(context, platform);
  page = learner.page;
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  warnings = [];
  await learner.signIn(demoAccounts[0]);
});

beforeEach(async () => {
  warnings = [];
  await page.goto(platform.shell);
  content = await contentFrame();
  await content.getByText('Probe').waitFor();
});

async function contentFrame(): Promise<Frame> {
  const element = await page.waitForSelector('iframe[data-content-frame]', { state: 'attached' });
  return (await element.contentFrame())!;
}

let lastId = 0;

/** Sends as content does, and waits for the answer of this very message. */
async function ask(message: object): Promise<Received['data']> {
  const id = `ask-${++lastId}`;
  return content.evaluate(
    ([request, wanted]) =>
      new Promise<Received['data']>((resolve) => {
        addEventListener('message', ({ data }: MessageEvent<Received['data']>) => {
          if (data.id === wanted) resolve(data);
        });
        parent.postMessage(request, '*');
      }),
    [{ origin: 'iframe', ...message, id }, id] as const,
  );
}

/** Everything that the content was sent until a good request after it was answered. */
async function receivedSoFar(): Promise<Received[]> {
  await ask({ action: 'isLoggedIn' });
  return (await content.evaluate(() => window.received)).filter(
    ({ data }) => data.id !== `ask-${lastId}`,
  );
}

describe('plain messages', () => {
  test.each([
    ['isLoggedIn', undefined, true],
    ['isTeacher', undefined, false],
    ['isPandaLogin', undefined, false],
    ['getLocale', undefined, 'de-CH'],
    ['getCurrency', undefined, 'CHF'],
    ['getUser', undefined, { subject: 'demo-mia', given_name: 'Mia', family_name: 'Keller' }],
    // RFC 7636, appendix B.
    [
      'encodeChallenge',
      { text: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' },
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    ],
  ])('%s', async (action, payload, result) => {
    expect(await ask({ action, payload })).toEqual({
      origin: 'container',
      action,
      id: expect.any(String),
      result,
    });
  });

  test('getLicenses gives the licence of the publication', async () => {
    expect(await ask({ action: 'getLicenses' })).toMatchObject({
      result: [{ license_state: 'LICENSE_STATE_VALID', product_reference: 'wasser-entdecken' }],
    });
  });

  test('a request without id is carried out and not answered', async () => {
    const scope = {
      course_id_dto: { course_id: 'bridge' },
      issue_id_dto: { issue_id: 'bridge' },
      topic_dto: { topic_id: 'bridge' },
    };
    const items = [{ segment: 's', key: 'k', value: 'ohne id' }];
    await content.evaluate(
      (payload) => {
        parent.postMessage({ origin: 'iframe', action: 'setLocalStoreItems', payload }, '*');
      },
      { ...scope, local_store_items: items },
    );
    await expect
      .poll(async () => (await ask({ action: 'getLocalStoreItems', payload: scope }))['result'])
      .toMatchObject(items);
    expect(
      (await receivedSoFar()).filter(({ data }) => data['action'] === 'setLocalStoreItems'),
    ).toEqual([]);
  });
});

describe('errors', () => {
  test.each([
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'getToken',
    'getAccessToken',
    '',
  ])('the action «%s» is unknown', async (action) => {
    expect(await ask({ action })).toMatchObject({ error: { code: 'UNKNOWN_ACTION' } });
    expect(warnings.length).toBeGreaterThan(0);
  });

  test.each([
    ['encodeChallenge', { text: '' }],
    ['encodeChallenge', undefined],
    ['getLocalStoreItems', {}],
    ['getLocalStoreItems', null],
    ['setLocalStoreItems', { local_store_items: 'all' }],
    ['postStatement', { dto_id: 'x' }],
  ])('%s with a wrong payload', async (action, payload) => {
    expect(await ask({ action, payload })).toMatchObject({ error: { code: 'BAD_PAYLOAD' } });
  });
});

describe('no answer', () => {
  test.each([
    ['without the marker', { action: 'getUser', id: 1 }],
    ["with the container's marker", { origin: 'container', action: 'getUser', id: 1 }],
    ['without an action', { origin: 'iframe', id: 1 }],
    ['with an action that is no text', { origin: 'iframe', action: ['getUser'], id: 1 }],
    ['that is no object', 'getUser'],
    ['that is null', null],
  ])('to a message %s', async (_name, message) => {
    await content.evaluate((data) => parent.postMessage(data, '*'), message);
    expect(await receivedSoFar()).toEqual([]);
  });

  test('to a frame inside the content', async () => {
    await content.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const inner = document.createElement('iframe');
          inner.src = '/inner.html';
          inner.addEventListener('load', () => resolve());
          document.body.append(inner);
        }),
    );
    const inner = content.childFrames()[0]!;
    await inner.evaluate(() =>
      window.top!.postMessage({ origin: 'iframe', action: 'getUser', id: 1 }, '*'),
    );
    expect(await receivedSoFar()).toEqual([]);
    expect(await inner.evaluate(() => window.received)).toEqual([]);
  });

  test('to the shell itself', async () => {
    await page.evaluate(() =>
      window.postMessage({ origin: 'iframe', action: 'getUser', id: 1 }, '*'),
    );
    expect(await receivedSoFar()).toEqual([]);
  });

  test('to the frame once it is at another origin', async () => {
    // The shell's content policy keeps the frame from getting there; without it the origin is checked.
    await page.context().route(platform.shell, async (route) => {
      const response = await route.fetch();
      const { 'content-security-policy': _, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    await page.goto(platform.shell);
    content = await contentFrame();
    await content.getByText('Probe').waitFor();
    const elsewhere = platform.content.replace('localhost', '127.0.0.1');
    await page
      .context()
      .route(`${elsewhere}/**`, (route) =>
        route.fulfill({ contentType: 'text/html', body: probe }),
      );
    await content.evaluate((address) => location.assign(address), `${elsewhere}/index.html`);
    await content.waitForURL(`${elsewhere}/index.html`);
    await content.evaluate(() =>
      parent.postMessage({ origin: 'iframe', action: 'getUser', id: 1 }, '*'),
    );
    await expect.poll(() => warnings.join()).toContain('another origin');
    expect(await content.evaluate(() => window.received)).toEqual([]);
    await page.context().unroute(platform.shell);
  });
});

test('no token ever crosses', async () => {
  const token = await accessTokenOf(page);
  for (const action of ['hello', 'getUser', 'getLicenses', 'isLoggedIn'])
    await ask({ action, payload: { version: 1 } });
  const everything = JSON.stringify(await content.evaluate(() => window.received));
  expect(everything).toContain('demo-mia');
  expect(everything).not.toContain(token);
  expect(everything).not.toMatch(/token|eyJ/i);
});

test('the content can neither read the shell nor take the window away', async () => {
  expect(
    await content.evaluate(() => {
      try {
        return parent.document.title;
      } catch (error) {
        return (error as Error).name;
      }
    }),
  ).toBe('SecurityError');
  expect(
    await content.evaluate(() => {
      try {
        window.top!.location.href = 'https://evil.example/';
        return 'went';
      } catch (error) {
        return (error as Error).name;
      }
    }),
  ).toBe('SecurityError');
  expect(page.url()).toBe(`${platform.shell}/`);
});
