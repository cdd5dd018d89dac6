import { setTimeout as delay } from 'node:timers/promises';
import { payloadMaximum } from '@lectern/sdk/protocol';
import type { Frame, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { newCast } from '../src/journeys.ts';
import { ask, askForPort, probeAs } from '../src/plain-content.ts';

/* Row 28 of the security cases: the production shell under floods, and with payloads of great size. */

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

/** Sends a question 100,000 times, by window or port. */
function flood(over: 'window' | 'port'): Promise<void> {
  return content.evaluate((way) => {
    for (let time = 0; time < 100_000; time++) {
      const request = { origin: 'iframe', action: 'isTeacher', id: `flood ${time}` };
      if (way === 'window') parent.postMessage(request, '*');
      else window.port?.postMessage(request);
    }
  }, over);
}

/** Outcomes of the flood's questions that were answered. */
const outcomes = () =>
  content.evaluate(() =>
    window.received
      .filter(({ data }) => String(data.id).startsWith('flood'))
      .map(({ data }) => data.error?.code),
  );

beforeEach(async () => {
  ({ page, content } = await openProbe());
});

test.each(['window', 'port'] as const)(
  'row 28: LIMIT-1: a flood over the %s is refused beyond the limits; the shell goes on, and answers later',
  async (over) => {
    await askForPort(content);
    const flooded = flood(over).then(() => answered(over));
    expect(await keyRateDuring(flooded)).toBeGreaterThan(rateMinimum);
    const answers = await outcomes();
    expect(answers).toContain('TOO_MANY');
    expect(answers.length).toBeLessThan(100_000);
  },
);

test('row 28: LIMIT-2: a payload of 50 MB is refused, and great ones again and again do not stop the shell', async () => {
  const refused = await content.evaluate(
    () =>
      new Promise<unknown>((resolve) => {
        addEventListener('message', ({ data }) => data.id === '50 MB' && resolve(data.error?.code));
        const payload = { text: 'x'.repeat(50 * 1024 * 1024) };
        const request = { origin: 'iframe', action: 'encodeChallenge', id: '50 MB', payload };
        parent.postMessage(request, '*');
      }),
  );
  expect(refused).toBe('BAD_PAYLOAD');
  const sent = content.evaluate((size) => {
    const payload = { text: 'x'.repeat(size) };
    for (let time = 0; time < 20; time++)
      parent.postMessage({ origin: 'iframe', action: 'encodeChallenge', id: time, payload }, '*');
  }, payloadMaximum);
  const rate = await keyRateDuring(sent.then(() => answered('window')));
  expect(rate).toBeGreaterThan(rateMinimum);
});
