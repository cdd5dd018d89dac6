import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { holdClock, installClock } from '../src/clock.ts';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import { arrive, type Learner } from '../src/learner.ts';
import { leftBehind } from '../src/left-behind.ts';
import { say, serveSilentPage, storeAnswer } from '../src/silent-page.ts';
import { refuse } from '../src/screens/screen.ts';

/* Signs of saving over content that says nothing of it. The tests go on from one another, in one visit. */

const [mia] = newCast();
const setForModel = '/clag/v1/localStoreItem/setForModel';
/** How long signing out waits for what is on its way. */
const deliveryLimitInMs = 5_000;
/** How long saving goes on unseen, and how long it is seen that it is done. */
const [unseenForInMs, seenForInMs] = [1_000, 2_000];
const waiting = 'Vorerst auf diesem Gerät gesichert. Wird übertragen';

let learner: Learner;
let page: Page;

const { platform, browser } = visitBeforeAll();
beforeAll(async () => {
  const context = await browser.newContext();
  await installClock(context);
  await serveSilentPage(context, platform.content);
  learner = await arrive(context, platform);
  ({ page } = learner);
  await learner.enter(mia);
});

const sign = () => page.locator('.save-sign');
const look = () => sign().getByRole('button', { name: 'Ansehen' });
const dialog = () => page.getByRole('dialog', { name: 'Nicht gespeicherte Einträge' });
const focused = () => page.evaluate(() => document.activeElement?.tagName);

/** Everything that the sign has said, from now on. */
async function listen(): Promise<() => Promise<readonly string[]>> {
  await sign().waitFor({ state: 'attached' });
  await sign().evaluate((element) => {
    const announced: string[] = [];
    Object.assign(window, { said: announced });
    new MutationObserver(() => {
      const text = (element as HTMLElement).innerText.trim();
      if (announced.at(-1) !== text) announced.push(text);
    }).observe(element, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

async function storeAndBeRefused(): Promise<void> {
  await refuse(page, setForModel, 'LOCAL_STORE_FULL', 413);
  await storeAnswer(learner.content, 'zu viel');
  await look().waitFor();
}

describe('saving', () => {
  test('is not seen where it is fast, and seen where it is slow', async () => {
    const announced = await listen();
    // Fast, however long it takes here.
    await holdClock(page);
    const stored = page.waitForResponse(`**${setForModel}`);
    await storeAnswer(learner.content, 'schnell');
    await stored;
    // The page has taken the answer, too.
    await expect.poll(async () => (await leftBehind(page)).others).toEqual([]);
    await page.clock.resume();
    await page.route(
      `**${setForModel}`,
      async (route) => {
        await page.clock.fastForward(unseenForInMs);
        await sign().getByText('Wird gespeichert …').waitFor();
        await route.fallback();
      },
      { times: 1 },
    );
    await storeAnswer(learner.content, 'langsam');
    await sign().getByText('Gespeichert', { exact: true }).waitFor();
    await page.clock.fastForward(seenForInMs);
    await expect.poll(announced).toEqual(['Wird gespeichert …', 'Gespeichert', '']);
    expect(await focused()).toBe('IFRAME');
  });

  test('that has to wait says that nothing is lost, and when it is done', async () => {
    await page.route(`**${setForModel}`, (route) => route.abort());
    await storeAnswer(learner.content, 'ohne Netz');
    await sign().getByText(waiting).waitFor();
    // Content beneath can be used.
    const { x, y } = (await sign().getByText(waiting).boundingBox())!;
    const hit = ([left, top]: readonly number[]) =>
      document.elementFromPoint(left! + 3, top! + 3)?.tagName;
    expect(await page.evaluate(hit, [x, y])).toBe('IFRAME');
    await page.unroute(`**${setForModel}`);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await sign().getByText('Gespeichert', { exact: true }).waitFor();
  });
});

describe('what was refused', () => {
  test('is shown with its cause, and can be kept as a file', async () => {
    await storeAndBeRefused();
    expect(await focused()).toBe('IFRAME');
    await look().press('Enter');
    await expect.poll(focused).toBe('H2');
    await dialog().getByText('Aufgabe «Den Kreislauf beschriften»').waitFor();
    await dialog().getByText('ist kein Platz mehr').waitFor();
    const download = page.waitForEvent('download');
    await dialog().getByRole('button', { name: 'Als Datei sichern' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^lectern-[\dTZ-]+\.json$/);
    expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
      entries: [
        {
          why: 'refused',
          reason: 'LOCAL_STORE_FULL',
          scope: { exercise_dto: { exercise_id: 'kreislauf-beschriften' } },
          items: [{ segment: 'answers', key: 'a', value: 'zu viel' }],
        },
      ],
    });
  });

  test('stays after Escape, in a small sign that has the focus', async () => {
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    const small = page.getByRole('button', {
      name: '1 Eintrag konnte nicht gespeichert werden: Ansehen',
    });
    expect(await small.innerText()).toBe('1');
    expect(await small.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  test('can be tried again', async () => {
    await page.unroute(`**${setForModel}*`);
    await look().click();
    const stored = page.waitForResponse(`**${setForModel}`);
    await dialog().getByRole('button', { name: 'Noch einmal versuchen' }).click();
    expect((await stored).status()).toBe(200);
    await dialog().getByText('Hier ist nichts mehr offen.').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe('IFRAME');
    expect(await sign().getByRole('button').count()).toBe(0);
  });
});

test('saving is left to content that shows it by itself', async () => {
  await say(learner.content, {
    action: 'hello',
    id: 1,
    payload: { version: 1, capabilities: ['save-sign'] },
  });
  const announced = await listen();
  await page.route(`**${setForModel}`, (route) => route.abort());
  const tried = page.waitForRequest(`**${setForModel}`);
  await storeAnswer(learner.content, 'mit eigenem Zeichen');
  await tried;
  await page.unroute(`**${setForModel}`);
  await storeAndBeRefused();
  expect(await announced()).toEqual(['1 Eintrag konnte nicht gespeichert werden\nAnsehen']);
  await page.unroute(`**${setForModel}*`);
});

test('what was refused can be given up, once that was asked twice', async () => {
  await page.reload();
  await look().click();
  await dialog().getByRole('button', { name: 'Verwerfen', exact: true }).click();
  await dialog().getByRole('button', { name: 'Behalten' }).click();
  await dialog().getByRole('button', { name: 'Verwerfen', exact: true }).click();
  await dialog().getByRole('button', { name: 'Ja, verwerfen' }).click();
  await dialog().waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('IFRAME');
  await page.reload();
  await learner.content.getByText('Ein Blatt').waitFor();
  expect(await sign().getByRole('button').count()).toBe(0);
});

test('the login page says that work waits on this device', async () => {
  const note = () => page.getByText('Auf diesem Gerät liegen Einträge');
  await page.route(`**${setForModel}`, (route) => route.abort());
  await storeAnswer(learner.content, 'noch nicht übertragen');
  await sign().getByText(waiting).waitFor();
  const isOnItsWay = page.waitForRequest(
    (request) => request.url().endsWith(setForModel) && new URL(page.url()).pathname === '/logout',
  );
  const signedOut = learner.signOut();
  await isOnItsWay;
  await page.clock.fastForward(deliveryLimitInMs);
  await signedOut;
  await note().waitFor();
  await page.unroute(`**${setForModel}`);
  const stored = page.waitForResponse(`**${setForModel}`);
  await learner.enter(mia);
  expect((await stored).status()).toBe(200);
  await learner.signOut();
  expect(await note().count()).toBe(0);
});
