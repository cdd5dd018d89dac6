import { setTimeout as delay } from 'node:timers/promises';
import { payloadMaximum, pendingRequestsMaximum } from '@lectern/sdk/protocol';
import type { Frame, Page, Route } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newCast } from '../src/journeys.ts';
import { ask, askForPort, probeAs } from '../src/plain-content.ts';

/* Row 28 of the security cases: the production shell under floods, and with payloads of any size. */

const [mia] = newCast();

const openProbe = probeAs(mia);
let page: Page;
let content: Frame;

/** A shell that goes on hears keys at least that often, as a share of how often it does when it has nothing to do. */
const rateMinimum = 1 / 20;
/** How long keys are heard in quiet, in milliseconds. */
const quietInMs = 300;

/**
 * Presses keys one after the other while something goes on.
 *
 * @returns how many are heard each millisecond.
 */
async function keysHeardDuring(work: Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    Object.assign(window, { keysHeard: 0 });
    addEventListener('keydown', () => (window as unknown as { keysHeard: number }).keysHeard++);
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  const over = new AbortController();
  void work.finally(() => over.abort());
  const begin = performance.now();
  do await page.keyboard.press('Shift');
  while (!over.signal.aborted);
  await work;
  const heard = await page.evaluate(() => (window as unknown as { keysHeard: number }).keysHeard);
  return heard / (performance.now() - begin);
}

/** The same as a share of how often keys are heard when nothing goes on. */
async function keyRateDuring(work: Promise<unknown>): Promise<number> {
  const during = await keysHeardDuring(work);
  return during / (await keysHeardDuring(delay(quietInMs)));
}

/** After a flood some requests are not even read. */
const unreadAfterInMs = 1_000;
const floodTimeoutInMs = 120_000;

/** Asks until it is answered: refused or not read for a while after a flood, like everything else. */
async function answered(over: 'window' | 'port'): Promise<void> {
  const isAnswered = async () => {
    const unread = Promise.withResolvers<false>();
    setTimeout(() => unread.resolve(false), unreadAfterInMs);
    const asked = ask(content, { action: 'hello' }, over).then(({ error }) => error === undefined);
    return Promise.race([asked, unread.promise]);
  };
  // As long as it takes: a busy machine reads a flood slowly.
  await expect.poll(isAnswered, { timeout: floodTimeoutInMs }).toBe(true);
}

/** Sends the same again and again, by window or port. */
function flood(times: number, message: object, over: 'window' | 'port'): Promise<void> {
  return content.evaluate(
    ([count, sent, way]) => {
      for (let time = 0; time < count; time++) {
        const request = { origin: 'iframe', id: `flood ${time}`, ...sent };
        if (way === 'window') parent.postMessage(request, '*');
        else window.port?.postMessage(request);
      }
    },
    [times, message, over] as const,
  );
}

const scope = {
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: 'flood' },
  topic_dto: { topic_id: 'flood' },
};

/** How many answers with this outcome have come. */
const countOf = (code: string) =>
  content.evaluate(
    (wanted) => window.received.filter(({ data }) => data.error?.code === wanted).length,
    code,
  );

describe.each(['window', 'port'] as const)('row 28: LIMIT-1: a flood over the %s', (over) => {
  beforeAll(async () => {
    ({ page, content } = await openProbe());
    await askForPort(content);
  });
  beforeEach(() => content.evaluate(() => (window.received = [])));

  test('of 100,000 messages is refused beyond the limits; the shell goes on, and answers later', async () => {
    const flooded = flood(100_000, { action: 'isTeacher' }, over).then(() => answered(over));
    expect(await keyRateDuring(flooded)).toBeGreaterThan(rateMinimum);
    expect(await countOf('TOO_MANY')).toBeGreaterThan(0);
    const answers = await content.evaluate(
      () => window.received.filter(({ data }) => String(data.id).startsWith('flood')).length,
    );
    expect(answers).toBeLessThan(100_000);
  });

  test('of requests that wait is refused beyond those under way, and taken again afterwards', async () => {
    const held: Route[] = [];
    await page.route('**/localStoreItem/getForModel', (route) => void held.push(route));
    const request = { action: 'getLocalStoreItems', payload: scope };
    await flood(pendingRequestsMaximum / 2, request, over);
    await expect
      .poll(async () => {
        await flood(16, request, over);
        return content.evaluate(() =>
          window.received.some(
            ({ data }) => data.error?.message === 'Too many requests are under way.',
          ),
        );
      })
      .toBe(true);
    expect((await ask(content, { action: 'isTeacher' }, over)).error?.code).toBe('TOO_MANY');
    const json = { result_state: 'OK', local_store_items: [] };
    await Promise.all(held.map((route) => route.fulfill({ json })));
    await page.unroute('**/localStoreItem/getForModel');
    await expect
      .poll(async () => (await ask(content, { action: 'isTeacher' }, over)).result)
      .toBe(false);
  });
});

describe('row 28: LIMIT-2: a payload', () => {
  // Refused messages count: before long the shell reads nothing more of one page.
  beforeEach(async () => {
    ({ page, content } = await openProbe());
  });

  test.each([
    ['at the limit', payloadMaximum - 'text'.length - 1, undefined],
    ['beyond the limit', payloadMaximum, 'BAD_PAYLOAD'],
    ['of 50 MB', 50 * 1024 * 1024, 'BAD_PAYLOAD'],
  ])('%s', async (_, length, code) => {
    const answer = await content.evaluate(
      (size) =>
        new Promise<{ error?: { code: string } }>((resolve) => {
          addEventListener('message', ({ data }) => data.id === 'large' && resolve(data));
          const payload = { text: 'x'.repeat(size) };
          const request = { origin: 'iframe', action: 'encodeChallenge', id: 'large', payload };
          parent.postMessage(request, '*');
        }),
      length,
    );
    expect(answer.error?.code).toBe(code);
  });

  test.each([
    ['a big integer', 'big integer'],
    ['a date', 'date'],
    ['a cycle', 'cycle'],
    ['bytes', 'bytes'],
    ['a list of great length', 'sparse'],
    ['great depth', 'deep'],
  ] as const)('with %s is answered with BAD_PAYLOAD', async (_, kind) => {
    const answer = await content.evaluate((wanted) => {
      const cycle: { text?: unknown } = {};
      cycle.text = cycle;
      let deep: unknown = 'x';
      for (let level = 0; level < 1_000; level++) deep = [deep];
      const texts: Record<typeof wanted, unknown> = {
        'big integer': 1n,
        date: new Date(),
        cycle,
        bytes: new Uint8Array(8),
        sparse: Object.assign([], { length: 2 ** 32 - 1 }),
        deep,
      };
      return new Promise<{ error?: { code: string } }>((resolve) => {
        addEventListener('message', ({ data }) => data.id === 'odd' && resolve(data));
        const payload = { text: texts[wanted] };
        parent.postMessage(
          { origin: 'iframe', action: 'encodeChallenge', id: 'odd', payload },
          '*',
        );
      });
    }, kind);
    expect(answer.error?.code).toBe('BAD_PAYLOAD');
  });

  test('of great size, sent again and again, does not stop the shell', async () => {
    const sent = content.evaluate((size) => {
      const payload = { text: 'x'.repeat(size) };
      for (let time = 0; time < 20; time++)
        parent.postMessage({ origin: 'iframe', action: 'encodeChallenge', id: time, payload }, '*');
    }, payloadMaximum);
    const rate = await keyRateDuring(sent.then(() => answered('window')));
    expect(rate).toBeGreaterThan(rateMinimum);
  });
});
