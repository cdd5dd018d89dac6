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

/** Longest share of the time in which a shell that goes on may hear no key. */
const silenceMaximum = 1 / 2;

/**
 * Presses keys one after the other while something goes on.
 *
 * @returns the longest time in which the shell hears none, as a share of all of it: how fast the machine is does not
 *   matter.
 */
async function longestSilenceDuring(work: Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    const heard = [performance.now()];
    Object.assign(window, { heard });
    addEventListener('keydown', () => heard.push(performance.now()));
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  const over = new AbortController();
  void work.finally(() => over.abort());
  do await page.keyboard.press('Shift');
  while (!over.signal.aborted);
  await work;
  return page.evaluate(() => {
    const { heard } = window as unknown as { readonly heard: readonly number[] };
    const times = [...heard, performance.now()];
    const silences = times.slice(1).map((time, index) => time - times[index]!);
    return Math.max(...silences) / (times.at(-1)! - times[0]!);
  });
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
    expect(await longestSilenceDuring(flooded)).toBeLessThan(silenceMaximum);
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
  const silence = await longestSilenceDuring(sent.then(() => answered('window')));
  expect(silence).toBeLessThan(silenceMaximum);
});
