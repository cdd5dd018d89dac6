import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { arriveBeforeEach, newCast, visitBeforeAll } from '../src/journeys.ts';
import type { Learner } from '../src/learner.ts';

/* A learner's screens where the services fail while a session begins (specification, section 8). */

const [mia] = newCast();

let learner: Learner;
let page: Page;

visitBeforeAll();
arriveBeforeEach((arrival) => ({ learner, page } = arrival));

/** Has this call refused each time. */
const refuse = (address: string) =>
  page.route(address, (route) =>
    route.fulfill({
      status: 403,
      json: {
        result_state: 'ERROR',
        result_messages: [{ code: 'PERMISSION_MISSING', text: '' }],
      },
    }),
  );

/** The log, once this stands in it. */
async function expectLogged(text: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('persistentLogs') ?? ''))
    .toContain(text);
}

/** The shell's answer to a message of the content. */
const askForLicenses = () =>
  learner.content.locator('body').evaluate(
    () =>
      new Promise((resolve) => {
        const id = crypto.randomUUID();
        addEventListener('message', ({ data }: MessageEvent<{ id?: string }>) => {
          if (data.id === id) resolve(data);
        });
        parent.postMessage({ origin: 'iframe', action: 'getLicenses', id }, '*');
      }),
  );

test('a load of the user that fails signs out with a message that names it, and is logged', async () => {
  await refuse('**/aua/v1/user/get');
  await learner.comeIn(mia);
  await page.getByRole('heading', { name: 'Das Anmelden hat nicht geklappt' }).waitFor();
  await page.getByText(/Für den Support: user: PERMISSION_MISSING \([\da-f-]{36}\)/).waitFor();
  await expectLogged('"part":"user"');
  expect(await page.locator('iframe').count()).toBe(0);
});

test('a load of the licences that fails keeps nobody out: content is told that they are not known, until they are', async () => {
  const missing = page.getByRole('alert').getByText('Die Lizenzen konnten noch nicht geladen');
  await refuse('**/lima/license/getForUser');
  await learner.enter(mia);
  await learner.content.getByText('Hallo Mia').waitFor();
  await missing.waitFor();
  await expectLogged('Could not load the licences.');
  expect(await askForLicenses()).toMatchObject({ error: { code: 'UNAVAILABLE' } });
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await expect.poll(askForLicenses).toMatchObject({ result: [{}] });
  await expect.poll(() => missing.count()).toBe(0);
});
