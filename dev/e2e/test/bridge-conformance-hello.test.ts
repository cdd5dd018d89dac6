import { actions, capabilities, eventNames, requests } from '@lectern/sdk/protocol';
import type { Frame, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newCast } from '../src/journeys.ts';
import {
  ask,
  askForPort,
  probeAs,
  probeIn,
  receivedSince,
  type Received,
} from '../src/plain-content.ts';

/* How a conversation with the production shell begins, is answered, and ends. */

const [mia] = newCast();

const openProbe = probeAs(mia);
let page: Page;
let content: Frame;
beforeAll(async () => {
  ({ page, content } = await openProbe());
});
/** Each test has a document of its own in the frame, with no port yet. */
beforeEach(async () => {
  await Promise.all([content.waitForNavigation(), content.evaluate(() => location.reload())]);
  content = await probeIn(page);
});

const greeting = { version: 1, actions, events: eventNames, capabilities, locale: 'de-CH' };

/** True while the content's port gives answers. */
const isPortAnswered = () =>
  Promise.race([
    ask(content, { action: 'isLoggedIn' }, 'port').then(() => true),
    // Window messages are slower than a port: by then an answer would have come.
    receivedSince(content)
      .then(() => receivedSince(content))
      .then(() => false),
  ]);

describe('hello', () => {
  test('HELLO-4: is answered with all that the container can', async () => {
    const { result, error } = await ask(content, { action: 'hello', payload: { version: 1 } });
    expect(error).toBeUndefined();
    expect(result).toEqual(greeting);
    expect(requests.hello.result.faultIn(result)).toBeUndefined();
    expect(await content.evaluate(() => window.port !== undefined), 'HELLO-6').toBe(false);
  });

  test.each([undefined, null, 'hello', {}, { version: 99 }, { version: 2, more: 'unknown' }])(
    'HELLO-2: with the payload %j agrees on version 1',
    async (payload) => {
      expect(await ask(content, { action: 'hello', payload })).toMatchObject({
        result: { version: 1 },
      });
    },
  );

  test.each([[0], [-1], [1.5], ['1'], [[1]], [{}], [{ toString: null }]])(
    'HELLO-3: with the version %j is not supported',
    async (version) => {
      const payload = { version, capabilities: ['port'] };
      expect(await ask(content, { action: 'hello', payload })).toMatchObject({
        error: { code: 'UNSUPPORTED_VERSION' },
      });
      expect(await content.evaluate(() => window.port !== undefined)).toBe(false);
    },
  );
});

describe('a port', () => {
  test('HELLO-5: comes with the answer, and carries requests, answers and events', async () => {
    expect(await askForPort(content)).toMatchObject({ result: greeting });
    expect(await ask(content, { action: 'isLoggedIn' }, 'port')).toMatchObject({ result: true });
    const received = await receivedSince(content);
    expect(received.map(({ origin }) => origin)).toContain('port');
    await ask(content, { action: 'ready' }, 'port');
    await expect
      .poll(() => content.evaluate(() => window.received))
      .toContainEqual({ data: expect.objectContaining({ event: 'save-state' }), origin: 'port' });
  });

  test('HELLO-6: beside it plain messages go on being answered by window', async () => {
    await askForPort(content);
    expect(await ask(content, { action: 'isTeacher' })).toMatchObject({ result: false });
    expect(await ask(content, { action: 'isTeacher' }, 'port')).toMatchObject({ result: false });
  });

  test('HELLO-7: is had anew by a page that loads anew in the frame', async () => {
    await askForPort(content);
    await Promise.all([content.waitForNavigation(), content.evaluate(() => location.reload())]);
    content = await probeIn(page);
    expect(await content.evaluate(() => window.received)).toEqual([]);
    await askForPort(content);
    expect(await isPortAnswered()).toBe(true);
  });

  test('HELLO-7: is closed once there are too many newer ones', async () => {
    await askForPort(content);
    await content.evaluate(() => Object.assign(window, { first: window.port }));
    for (let time = 0; time < 8; time++) await askForPort(content);
    expect(await isPortAnswered()).toBe(true);
    await content.evaluate(() => {
      window.port = (window as unknown as { first: MessagePort }).first;
    });
    expect(await isPortAnswered()).toBe(false);
  });
});

describe('MESSAGE-2: a request', () => {
  test.each([0, -1, 1.5, '', 'seven', '__proto__', 2 ** 60])(
    'with the id %j is answered once, with that id and its action',
    async (id) => {
      for (const over of ['window', 'port'] as const) {
        if (over === 'port') await askForPort(content);
        await receivedSince(content);
        const received: Received[] = [];
        await content.evaluate(
          ([given, way]) => {
            const request = { origin: 'iframe', action: 'isTeacher', id: given };
            if (way === 'window') parent.postMessage(request, '*');
            else window.port?.postMessage(request);
          },
          [id, over] as const,
        );
        await expect
          .poll(async () => {
            received.push(...(await receivedSince(content)));
            return received;
          })
          .toMatchObject([
            { data: { origin: 'container', action: 'isTeacher', id, result: false } },
          ]);
      }
    },
  );

  test.each([[undefined], [null], [true], [{}], [[7]]])(
    'with %j for an id is carried out and not answered',
    async (id) => {
      const place = { themaId: `place of ${JSON.stringify(id)}` };
      await content.evaluate(
        ([given, payload]) => {
          parent.postMessage({ origin: 'iframe', action: 'setPlace', id: given, payload }, '*');
        },
        [id, place] as const,
      );
      expect(await receivedSince(content)).toEqual([]);
      expect(await page.evaluate(() => JSON.stringify(Object.values(sessionStorage)))).toContain(
        place.themaId.replaceAll('"', '\\\\\\"'),
      );
    },
  );
});

test('after signing out there is no content that could ask', async () => {
  await content.evaluate(() => parent.postMessage({ origin: 'iframe', action: 'logout' }, '*'));
  await page.waitForURL((url) => url.pathname === '/login');
  expect(await page.locator('iframe[data-content-frame]').count()).toBe(0);
});
