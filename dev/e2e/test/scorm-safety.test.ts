import { several12, single2004 } from '@lectern/course-import/testing';
import type { FrameLocator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsOf } from '../src/accessibility.ts';
import { startCourseServer, type CourseServer } from '../src/course-server.ts';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import { arrive, type Learner } from '../src/learner.ts';
import { inDatabase } from '../src/stored.ts';

/* A learner's work in an imported course when things do not go their usual way. */

const [mia] = newCast();

let courses: CourseServer;
let learner: Learner;

const { platform, browser } = visitBeforeAll();
beforeAll(async () => {
  courses = await startCourseServer(platform);
  await courses.show(await courses.import('eis', single2004()));
  learner = await freshSession();
});
afterAll(() => courses?.close());

async function freshSession(): Promise<Learner> {
  const arrived = await arrive(await courses.profile(browser), platform);
  await arrived.enter(mia);
  await untilBegun(arrived);
  return arrived;
}

const untilBegun = (at: Learner) => pageOf(at).locator('#begun').getByText('true').waitFor();

function pageOf({ content }: Learner): FrameLocator {
  return content.frameLocator('iframe[data-item-frame]');
}

/** Last parts of the verbs that were told of an item, in order. */
function verbsOf(subject: string, item: string): Promise<readonly string[]> {
  return inDatabase(platform, async (database) => {
    const rows = await database
      .selectFrom('lars.statements')
      .select('statement')
      .where('subject', '=', subject)
      .where('dto_id', '=', item)
      .execute();
    return rows
      .map(({ statement }) => statement as unknown as { timestamp: string; verb: { id: string } })
      .sort((a, b) => a.timestamp.localeCompare(b.timestamp))
      .map(({ verb }) => verb.id.split('/').at(-1) ?? '');
  });
}

test('content that is taken away ends its session and leaves nothing unsaved', async () => {
  await pageOf(learner).getByLabel('Gedanken').fill('kalt');
  // As content asks for it: the container takes it away in order.
  await learner.content
    .locator('body')
    .evaluate(() => window.top!.postMessage({ origin: 'iframe', action: 'logout', id: 'x' }, '*'));
  await learner.page.waitForURL((url) => url.pathname === '/login');
  await expect.poll(() => verbsOf(mia.subject, 'EIS')).toEqual(['initialized', 'suspended']);
  await learner.page.context().close();

  learner = await freshSession();
  await expect.poll(() => pageOf(learner).getByLabel('Gedanken').inputValue()).toBe('kalt');
  expect(await pageOf(learner).locator('#entry').textContent()).toBe('resume');
});

test('of two places that go on from the same state the learner chooses', async () => {
  const there = await freshSession();
  await pageOf(there).getByLabel('Gedanken').fill('dort');
  const storedNotes = () =>
    inDatabase(platform, async (database) => {
      const row = await database
        .selectFrom('clag.local_store_items')
        .select('value')
        .where('subject', '=', mia.subject)
        .where('model_id', '=', 'EIS')
        .where('key', '=', 'cmi')
        .executeTakeFirst();
      return row && (JSON.parse(row.value) as { cmi: { suspend_data: string } }).cmi.suspend_data;
    });
  await expect.poll(storedNotes).toBe('dort');

  await pageOf(learner).getByLabel('Gedanken').fill('hier');
  await learner.content.getByText('auf einem anderen Gerät weiterbearbeitet').waitFor();
  expect(await storedNotes()).toBe('dort');
  await learner.content.getByRole('button', { name: 'Fassung von hier behalten' }).click();
  await expect.poll(storedNotes).toBe('hier');
  await there.page.context().close();
});

test('the player has no barriers that can be found by machine', async () => {
  await courses.show(await courses.import('wasser', several12()));
  // A profile of its own: the container answers for the courses that its configuration names.
  learner = await freshSession();
  const { content, page } = learner;
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport);
    await page.reload();
    await untilBegun(learner);
    const toggle = content.getByRole('button', { name: 'Inhalt' });
    if (await toggle.isVisible()) await toggle.click();
    // The item's own page lies under the contents then, and can neither be reached nor read.
    const [player] = page.mainFrame().childFrames();
    expect(await faultsOf(player!)).toEqual([]);
  }
});
