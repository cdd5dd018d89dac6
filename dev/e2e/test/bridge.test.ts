import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import type { Frame, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accessTokenOf } from '../src/access-token.ts';
import { newCast } from '../src/journeys.ts';
import { ask, askForPort, probeAs, receivedSince, replaceContent } from '../src/plain-content.ts';
import type { SharedPlatform } from '../src/shared-platform.ts';

/*
 * The shell's side of the bridge, asked by content without the SDK: what depends on windows, frames and origins.
 */

const [mia] = newCast();

const openProbe = probeAs(mia);
let platform: SharedPlatform;
let page: Page;
let content: Frame;
/** Of the shell and of its content. */
let warnings: string[];

// No test leaves anything behind but what the content has received.
beforeAll(async () => {
  ({ platform, page, content } = await openProbe());
});
beforeEach(async ({ onTestFinished }) => {
  await content.evaluate(() => (window.received = []));
  const seen: string[] = [];
  const listen = (message: { type(): string; text(): string }) =>
    message.type() === 'warning' && seen.push(message.text());
  page.on('console', listen);
  onTestFinished(() => void page.off('console', listen));
  warnings = seen;
});

describe('plain messages', () => {
  test.each([
    ['isLoggedIn', true],
    ['isTeacher', false],
    ['isPandaLogin', false],
    ['getUser', { subject: mia.subject, given_name: 'Mia', family_name: 'Keller' }],
    ['getLocale', 'de-CH'],
    ['getCurrency', 'CHF'],
  ])('%s', async (action, result) => {
    expect(await ask(content, { action })).toEqual({
      origin: 'container',
      action,
      id: expect.any(String),
      result,
    });
  });

  test('getLicenses gives the licence of the publication', async () => {
    expect(await ask(content, { action: 'getLicenses' })).toMatchObject({
      result: [{ license_state: 'LICENSE_STATE_VALID', product_reference: 'wasser-entdecken' }],
    });
  });
});

describe('row 25: no answer', () => {
  test('to a frame inside the content (ORIGIN-1)', async () => {
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
    expect(await receivedSince(content)).toEqual([]);
    expect(await inner.evaluate(() => window.received)).toEqual([]);
  });

  test('to a sandboxed frame inside the content, which has no origin (ORIGIN-1)', async () => {
    await content.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const inner = document.createElement('iframe');
          inner.setAttribute('sandbox', 'allow-scripts');
          const message = "{ origin: 'iframe', action: 'getUser', id: 1 }";
          inner.srcdoc = `<script>top.postMessage(${message}, '*')<\u002fscript>`;
          inner.addEventListener('load', () => resolve());
          document.body.append(inner);
        }),
    );
    expect(await receivedSince(content)).toEqual([]);
  });

  test('to a window that the content has opened, which knows of no shell (ORIGIN-1)', async () => {
    await content.evaluate(() => {
      document.body.addEventListener('click', () => open('/popup.html'));
    });
    const opened = page.context().waitForEvent('page');
    await content.getByText('Probe').click();
    const popup = await opened;
    await popup.getByText('Probe').waitFor();
    expect(await popup.evaluate(() => window.opener === null)).toBe(true);
    await popup.close();
  });

  test('to the shell itself (ORIGIN-1)', async () => {
    await page.evaluate(() =>
      window.postMessage({ origin: 'iframe', action: 'getUser', id: 1 }, '*'),
    );
    expect(await receivedSince(content)).toEqual([]);
  });

  test('row 26: to the frame once it is at another origin (ORIGIN-1)', async () => {
    // The shell's content policy keeps the frame from getting there; without it the origin is checked.
    await page.context().route(platform.shell, async (route) => {
      const response = await route.fetch();
      const { 'content-security-policy': _, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    ({ content } = await openProbe());
    const elsewhere = platform.content.replace('localhost', '127.0.0.1');
    await replaceContent(page.context(), elsewhere);
    await content.evaluate((address) => location.assign(address), `${elsewhere}/index.html`);
    await content.waitForURL(`${elsewhere}/index.html`);
    await content.evaluate(() =>
      parent.postMessage({ origin: 'iframe', action: 'getUser', id: 1 }, '*'),
    );
    await expect.poll(() => warnings.join()).toContain('another origin');
    expect(await content.evaluate(() => window.received)).toEqual([]);
    await page.context().unroute(platform.shell);
    ({ content } = await openProbe());
  });
});

test('MESSAGE-5: no token ever crosses', async () => {
  const token = await accessTokenOf(page);
  await askForPort(content);
  for (const action of ['hello', 'getUser', 'getLicenses', 'isLoggedIn'])
    await ask(content, { action, payload: { version: 1 } });
  const everything = JSON.stringify(await content.evaluate(() => window.received));
  expect(everything).toContain(mia.subject);
  expect(everything).not.toContain(token);
  expect(everything).not.toMatch(/token|eyJ/i);
});

test('row 30: the content can neither read the shell, nor take the window away, nor open dialogs', async () => {
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
  // A dialog would be answered with yes.
  page.once('dialog', (dialog) => dialog.accept());
  expect(await content.evaluate(() => confirm('Passwort?'))).toBe(false);
  page.removeAllListeners('dialog');
  expect(page.url()).toBe(`${platform.shell}/`);
});

test('ORIGIN-4: the SDK without a port asks by window, and before it is answered hello alone', async () => {
  const client = import.meta.resolve('@lectern/sdk');
  await page.route(`${platform.content}/sdk/**`, async (route) => {
    const path = new URL(route.request().url()).pathname.replace('/sdk/', './');
    const source = stripTypeScriptTypes(await readFile(new URL(path, client), 'utf8'));
    // One that asks for no port gets none.
    const body = source.replace("'port',", '');
    await route.fulfill({ contentType: 'text/javascript', body });
  });
  await page.evaluate(() => {
    const asked: unknown[] = [];
    addEventListener('message', ({ data, origin }) => asked.push([data.action, origin]));
    Object.assign(window, { asked });
  });
  const user = await content.evaluate(async (address) => {
    const { connect } = (await import(address)) as typeof import('@lectern/sdk');
    return (await connect()).getUser();
  }, '/sdk/client.ts');
  expect(user.subject).toBe(mia.subject);
  expect(await page.evaluate(() => (window as unknown as { asked: unknown[] }).asked)).toEqual([
    ['hello', platform.content],
    ['getUser', platform.content],
  ]);
  expect(await content.evaluate(() => window.received)).toMatchObject([
    { data: { action: 'hello' }, origin: platform.shell },
    { data: { action: 'getUser' }, origin: platform.shell },
  ]);
});
