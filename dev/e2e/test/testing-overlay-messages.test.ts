import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import type { Learner } from '../src/learner.ts';
import { arriveInTestingModeBeforeAll, overlayOf } from '../src/testing-overlay.ts';

/* Messages between content and shell, as the testing overlay shows and exports them. */

const [mia] = newCast();

let learner: Learner;
let page: Page;

visitBeforeAll();
arriveInTestingModeBeforeAll((arrival) => ({ learner, page } = arrival));

const { overlay, handle, press, showTab, lines, signIn, reload } = overlayOf(() => learner, mia);

beforeAll(signIn);
beforeEach(reload);

test('it lists every message from the first on, newest first, with what went each way', async () => {
  await handle().click();
  await showTab('Nachrichten');
  const all = await lines();
  expect(all.at(-1)).toBe('hello OK');
  expect(all).toContain('getUser OK');
  await overlay().getByLabel('Filtern').fill('getUser');
  expect(new Set(await lines())).toEqual(new Set(['getUser OK']));
  await overlay().getByRole('button', { name: 'getUser' }).first().click();
  await overlay()
    .getByText(/Inhalt → Container \d\d:\d\d:\d\d\.\d{3} · id \d+ · \d+ B/)
    .waitFor();
  await overlay()
    .getByText(/Container → Inhalt .* · nach .*\sms/)
    .waitFor();
  const answer = overlay().getByRole('textbox', { name: 'Container → Inhalt' });
  expect(JSON.parse(await answer.inputValue())).toMatchObject({ given_name: 'Mia' });
});

test('the exported file holds nothing of the user or of what was answered', async () => {
  const about = {
    course_id_dto: { course_id: 'wasser' },
    issue_id_dto: { issue_id: 'wasser-2026' },
  };
  const item = { segment: 'answers', key: 'mia.keller@schule.example', value: 'Ganz geheim' };
  const payload = { ...about, topic_dto: { topic_id: 'probe' }, local_store_items: [item] };
  await learner.content.locator('body').evaluate((_body, sent) => parent.postMessage(sent, '*'), {
    origin: 'iframe',
    action: 'setLocalStoreItems',
    id: 'mia',
    payload,
  });
  await handle().click();
  await showTab('Nachrichten');
  await expect.poll(lines).toContain('setLocalStoreItems OK');
  const download = page.waitForEvent('download');
  await press('Exportieren');
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^lectern-trace-[\dTZ-]+\.json$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({
    messages: expect.arrayContaining([
      expect.objectContaining({
        name: 'getUser',
        outcome: 'ok',
        durationInMs: expect.any(Number),
      }),
      // After that of the greeting, which is a text, too.
      expect.objectContaining({ name: 'setLocalStoreItems', id: 'id 2' }),
    ]),
  });
  expect(text).not.toMatch(/mia|keller|schule|geheim|demo|wasser/i);
});
