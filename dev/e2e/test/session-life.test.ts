import type { BrowserContext, FrameLocator, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accessTokenOf } from '../src/access-token.ts';
import {
  arriveBeforeAll,
  arriveBeforeEach,
  newCast,
  visitBeforeAll,
  type Arrival,
} from '../src/journeys.ts';
import { stored } from '../src/stored.ts';
import { arrive, type Learner } from '../src/learner.ts';
import { signInFromLoginPage } from '../src/sign-in-pages.ts';

const [mia, , lea] = newCast();
/** The embedded provider's access tokens hold five minutes and are renewed a minute before. */
const untilRenewalInMs = 4 * 60_000 + 1_000;
const minuteInMs = 60_000;
/** Where the second page of the second Thema is. */
const bach = { heading: 'Wer lebt im Bach?', query: 'themaId=bach&subThemaNumber=2' };

let context: BrowserContext;
let learner: Learner;
let page: Page;
/** Requests to the identity provider, as method and path. */
let asked: string[] = [];

const { platform, browser } = visitBeforeAll();
beforeEach(() => {
  asked = [];
});

function take(arrival: Arrival): void {
  ({ context, learner, page } = arrival);
  context.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === platform.identityProvider) asked.push(`${request.method()} ${pathname}`);
  });
}

const heading = (content: FrameLocator, name: string) =>
  content.getByRole('heading', { level: 1, name });
const leftPlaces = (tab: Page) => tab.evaluate(() => localStorage.getItem('leftPlaces'));

/** Requests to the provider come to rest from now on: nothing goes round in circles. */
async function expectNoLoop(most: number): Promise<void> {
  const before = asked.length;
  await page.clock.runFor(20_000);
  expect(asked.slice(before).length).toBeLessThanOrEqual(most);
}

/** From now on the provider refuses every renewal, and has forgotten who is signed in. */
async function endAtProvider(): Promise<void> {
  await context.route(`${platform.identityProvider}/oauth/token`, (route) =>
    route.fulfill({
      status: 400,
      headers: { 'Access-Control-Allow-Origin': platform.shell },
      json: { error: 'invalid_grant' },
    }),
  );
  await context.clearCookies();
}

const mendProvider = () => context.unroute(`${platform.identityProvider}/oauth/token`);

async function refuseRenewal(): Promise<void> {
  await endAtProvider();
  await page.clock.fastForward(untilRenewalInMs);
  await page.waitForURL('**/login');
  await page.getByRole('heading', { name: 'Die Anmeldung ist abgelaufen' }).waitFor();
  await mendProvider();
}

/* Each test goes on where the one before has stopped. */
describe('a renewal that is refused in mid-work', () => {
  arriveBeforeAll(take);
  beforeAll(async () => {
    await page.clock.install();
    await learner.enter(mia, `/?${bach.query}`);
    await heading(learner.content, bach.heading).waitFor();
    await refuseRenewal();
  });

  test('says why in the words of section 8, and does not loop', async () => {
    await page.getByText('Für den Support: login_required').waitFor();
    await expectNoLoop(0);
    const logged = await page.evaluate(() => localStorage.getItem('persistentLogs'));
    expect(logged).toContain('login_required');
  });

  test('leads nobody else there, and forgets nothing by that', async () => {
    await signInFromLoginPage(page, lea);
    await learner.content.getByText('Hallo Lea').waitFor();
    expect(await leftPlaces(page)).toContain('bach');
    await context.clearCookies();
  });

  test('leads the same user back to the place, once', async () => {
    await page.goto(`${platform.shell}/login`);
    expect(await leftPlaces(page)).not.toContain(mia.subject);
    await signInFromLoginPage(page, mia);
    await heading(learner.content, bach.heading).waitFor();
    expect(await leftPlaces(page)).toBeNull();
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('deepLink'))).toBeNull();
  });

  test('leads elsewhere where another place was asked for', async () => {
    await refuseRenewal();
    expect(await leftPlaces(page)).toContain('bach');
    await page.goto(`${platform.shell}/login?themaId=wasserkreislauf&subThemaNumber=1`);
    await signInFromLoginPage(page, mia);
    await learner.content.locator('article.course-page').waitFor();
    expect(await heading(learner.content, bach.heading).count()).toBe(0);
    expect(await leftPlaces(page)).toBeNull();
  });

  test('keeps a place, unlike signing out oneself, which leaves others signed in', async () => {
    const another = await arrive(await browser.newContext(), platform);
    await another.enter(lea);
    await another.content.getByText('Hallo Lea').waitFor();
    await page.goto(`${platform.shell}/?${bach.query}`);
    await heading(learner.content, bach.heading).waitFor();
    await learner.signOut();
    expect(await leftPlaces(page)).toBeNull();
    await another.page.reload();
    await another.content.getByText('Hallo Lea').waitFor();
    await another.page.context().close();
  });
});

describe('whoever is offline until the tokens have expired', () => {
  arriveBeforeAll(take);

  test('loses nothing of the last work', async () => {
    await page.clock.install();
    await learner.enter(mia, '/login?exerciseGroupId=bach-brief');
    const essay = learner.content.locator('[data-exercise="bach-brief"] textarea:enabled');
    await essay.waitFor();
    await context.setOffline(true);
    const text = `Geschrieben um ${Date.now()}`;
    await essay.fill(text);
    await learner.content.getByText('Auf diesem Gerät gesichert').first().waitFor();
    const isOver = async () => {
      await page.clock.fastForward(minuteInMs);
      return page.getByRole('heading', { name: 'Die Anmeldung ist abgelaufen' }).isVisible();
    };
    await expect.poll(isOver).toBe(true);
    const lost = page.getByText('konnte leider nicht mehr gespeichert werden');
    expect(await lost.count()).toBe(0);

    await context.setOffline(false);
    await context.clearCookies();
    await signInFromLoginPage(page, mia);
    await expect
      .poll(() => stored(platform).answer(mia.subject, 'bach-brief').catch(String))
      .toBe(text);
  });
});

describe('a device whose clock is wrong', () => {
  arriveBeforeEach(take);

  test('is told so, with both times, and tries nothing by itself', async () => {
    const shiftInMs = 11 * minuteInMs;
    await page.clock.install({ time: Date.now() + shiftInMs });
    await page.goto(platform.shell);
    await signInFromLoginPage(page, mia);
    const alert = page.getByRole('alert');
    await alert.getByRole('heading', { name: 'Die Uhr dieses Geräts geht falsch' }).waitFor();
    const [shown, actual] = [...(await alert.innerText()).matchAll(/(\d\d):(\d\d)/g)].map(
      ([, hours, minutes]) => Number(hours) * 60 + Number(minutes),
    );
    const difference = (shown! - actual! + 24 * 60) % (24 * 60);
    const expected = (shiftInMs / minuteInMs + 24 * 60) % (24 * 60);
    expect(Math.abs(difference - expected)).toBeLessThanOrEqual(1);
    await expectNoLoop(0);
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('token');
  });
});

describe('a session that wakes', () => {
  arriveBeforeEach(take);

  test('renews when it is looked at again, once, also by a clock that is wrong by less than five minutes', async () => {
    await page.clock.install({ time: Date.now() - 4 * minuteInMs });
    await learner.enter(mia);
    await learner.content.getByText('Hallo Mia').waitFor();
    const first = await accessTokenOf(page);
    // The device sleeps: its clock goes on, and no timer fires.
    await page.evaluate((passedInMs) => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + passedInMs;
    }, untilRenewalInMs);
    const before = asked.filter((request) => request.startsWith('POST')).length;
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect.poll(() => accessTokenOf(page)).not.toBe(first);
    const posts = asked.filter((request) => request.startsWith('POST')).length;
    expect(posts - before).toBe(1);
  });
});
