import type { BrowserContext, Page, Response } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { accessTokenOf, callWith, tokenHolds } from '../src/access-token.ts';
import { signInFromLoginPage } from '../src/sign-in-pages.ts';
import { saved } from '../src/exercises.ts';
import { arriveBeforeAll, newCast, visitBeforeAll } from '../src/journeys.ts';
import type { Learner } from '../src/learner.ts';
import { leftBehind, leftBehindAt } from '../src/left-behind.ts';
import { quiet } from '../src/quiet.ts';
import { stored } from '../src/stored.ts';

/*
 * Row 55 of the security cases: the next pupil sits down where the last one has signed out. Each test goes on where
 * the one before has stopped.
 */

const [mia, , lea] = newCast();
const essayId = 'bach-brief';
const address = `/login?exerciseGroupId=${essayId}`;
const delivered = 'Der Bach hinter unserem Haus';
const undelivered = 'Das habe ich noch niemandem gesagt';

/** How long a sign-out waits for what is still to be delivered. */
const deliveryLimitInMs = 5_000;

/** Entries that the shell may keep for the next pupil: the device's, and nobody's in particular. */
const ofDevice = new Set([
  'askAnew',
  'deviceHistory',
  'deviceId',
  'persistentLogs',
  'prosEnvironment',
]);

/** Paths of calls, and of what the identity provider says of somebody. */
const isPersonal =
  /^\/(aua|atma|clag|gres|lars|lima|osc)\/|^\/sign-in\/|^\/oauth\/(authorize|token|userinfo)/;

let context: BrowserContext;
let learner: Learner;
let page: Page;
/** Answers of the services and of the identity provider that are somebody's. */
let answers: Response[];
/** Secrets of Mia that must not be read afterwards: her name, her texts, her tokens. */
let miasOwn: string[];

const { platform } = visitBeforeAll();

/** Has Mia come in, and begins a list of her own. */
async function comeIn(): Promise<void> {
  answers = [];
  context.on('response', (response) => {
    const { origin, pathname } = new URL(response.url());
    if (isPersonal.test(pathname) && origin !== platform.content) answers.push(response);
  });
  miasOwn = [mia.given_name, mia.family_name, mia.subject, mia.email, delivered, undelivered];
  await learner.signIn(mia, address);
  miasOwn.push(...(await tokensOf(page)));
}

async function comeBack(): Promise<void> {
  await learner.enter(mia, address);
  await exercise().locator('fieldset:enabled').waitFor();
  miasOwn.push(...(await tokensOf(page)));
}

const exercise = () => learner.content.locator(`[data-exercise="${essayId}"]`);
const essay = () => exercise().getByRole('textbox');

/** Every token of who is signed in. */
async function tokensOf(tab: Page): Promise<string[]> {
  const { session } = await leftBehind(tab);
  const [, record] = Object.entries(session).find(([name]) => name.startsWith('oidc.user:'))!;
  const { access_token, refresh_token, id_token } = JSON.parse(record) as Record<string, string>;
  return [access_token!, refresh_token!, id_token!];
}

/** By the publication's own menu, whatever it has to say to that. */
async function signOutFromContent(name = 'Mia Keller'): Promise<void> {
  await learner.content.getByRole('button', { name }).click();
  await learner.content.getByRole('button', { name: 'Abmelden' }).click();
}

/** A page of the content's origin that stores nothing itself. */
const publication = () => `${platform.content}/login.html`;
const pressSignIn = (name: string) => page.getByRole('button', { name, exact: true }).click();
const loginPage = () => page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();

/** Nothing of Mia's can be read in any storage of the browser, or on the page. */
async function expectNothingLeft(): Promise<void> {
  expect(await sealedRecords()).toEqual([]);
}

/** The same, but for records that nobody can read: these. */
async function sealedRecords(): Promise<readonly string[]> {
  const ofShell = await leftBehind(page);
  expect(Object.keys(ofShell.local).filter((name) => !ofDevice.has(name))).toEqual([]);
  expect(ofShell.session).toEqual({});
  const ofContent = await leftBehindAt(page, publication());
  expect([ofContent.local, ofContent.session, ofContent.others]).toEqual([{}, {}, []]);
  const cookies = await context.cookies();
  const ofPages = cookies.filter(({ path }) => path === '/').map(({ name }) => name);
  expect(ofPages.sort()).toEqual(['XSRF-TOKEN', 'cc_cookie']);
  expect(miasOwnIn([ofShell, ofContent, cookies, await page.content()])).toEqual([]);
  return ofShell.others;
}

/** Nothing of Mia's is on the page, in its frame, or where this tab keeps what is shown. */
async function expectNothingShown(): Promise<void> {
  const texts = await Promise.all(page.frames().map((frame) => frame.content()));
  expect(miasOwnIn([page.url(), texts, await leftBehind(page)])).toEqual([]);
}

/** @returns what of Mia's stands there; a short name as a word, as a token of somebody else can have its letters. */
function miasOwnIn(seen: unknown): readonly string[] {
  const read = JSON.stringify(seen);
  const isThere = (own: string) =>
    own.length > 5
      ? read.includes(own)
      : new RegExp(`(?<=\\\\n|[^\\w-])${own}(?![\\w-])`).test(read);
  return miasOwn.filter(isThere);
}

describe('row 55: signing out on a shared computer', () => {
  arriveBeforeAll((arrival) => ({ context, learner, page } = arrival));
  beforeAll(async () => {
    await page.clock.install();
    await comeIn();
    await essay().fill(delivered);
    await saved(exercise());
  });

  /** @returns which origin asks the next pupil for a password. */
  async function endEverything(leave: () => Promise<void>): Promise<string> {
    const token = await accessTokenOf(page);
    expect(await callWith(platform, token, mia.subject)).toBe(200);
    // The search below would find it.
    expect(JSON.stringify(await leftBehind(page))).toContain(token);
    expect((await leftBehind(page)).session).toHaveProperty('place');

    await leave();
    await loginPage();
    // At once, though the services remember tokens for a minute: the provider tells them.
    expect(await callWith(platform, token, mia.subject)).toBe(401);
    await expect.poll(() => tokenHolds(platform, token)).toBe(false);
    await expectNothingLeft();
    expect(answers.length).toBeGreaterThan(10);
    const kept = answers.filter((answer) => answer.headers()['cache-control'] !== 'no-store');
    expect(kept.map((answer) => answer.url())).toEqual([]);
    await pressSignIn('Anmelden');
    // Asked anew: the next pupil at this computer is not signed in as the last one.
    await page.getByLabel('Passwort').waitFor();
    return new URL(page.url()).origin;
  }

  test('by the publication’s menu ends the tokens and the session at the provider, and leaves nothing', async () => {
    expect(await endEverything(() => signOutFromContent())).toBe(platform.identityProvider);
  });

  test('takes nothing from whoever comes back', async () => {
    await comeBack();
    expect(await essay().inputValue()).toBe(delivered);
  });

  test('leaves what could not be delivered unreadable, and delivers it when its writer is back', async () => {
    const unsent = '**/clag/v1/exercise/saveAndGetUserData';
    await context.route(unsent, (route) => route.abort());
    await essay().fill(undelivered);
    await exercise().getByText('Auf diesem Gerät gesichert – wird übertragen').waitFor();
    await signOutFromContent();
    await learner.content.getByText('sobald du dich hier wieder anmeldest').waitFor();
    await learner.content.getByRole('button', { name: 'Trotzdem abmelden' }).click();
    await page.locator('iframe[data-content-frame]').waitFor({ state: 'detached' });
    await page.clock.fastForward(deliveryLimitInMs);
    await loginPage();
    expect(await sealedRecords()).not.toEqual([]);
    await context.unroute(unsent);

    // Somebody else on the same browser neither sees it nor sends it.
    await learner.enter(lea, address);
    await exercise().locator('fieldset:enabled').waitFor();
    expect(await essay().inputValue()).toBe('');
    await expectNothingShown();
    await signOutFromContent('Lea Wyss');
    await loginPage();
    expect(await stored(platform).answer(mia.subject, essayId)).toBe(delivered);

    await comeBack();
    await expect.poll(() => stored(platform).answer(mia.subject, essayId)).toBe(undelivered);
    await saved(exercise());
    expect(await essay().inputValue()).toBe(undelivered);
    // The learning record is sent beside it.
    await expect.poll(async () => (await leftBehind(page)).others).toEqual([]);
  });

  test('on the logout page ends the tokens and the session at the provider, and leaves nothing', async () => {
    expect(await endEverything(() => learner.signOut())).toBe(platform.identityProvider);
  });

  test('the back button brings nothing back', async () => {
    // To the login page, and to what was there before.
    for (let back = 0; back < 2; back++) {
      await page.goBack();
      await loginPage();
      expect(await page.locator('iframe[data-content-frame]').count()).toBe(0);
    }
  });

  test('lets the next pupil begin at the first page', async () => {
    await learner.enter(lea);
    await learner.content.getByText('Hallo Lea').waitFor();
    expect(await learner.content.locator('article.course-page').count()).toBe(0);
    await learner.signOut();
  });

  test.each([
    ['on the login page', () => pressSignIn('Mit anderem Konto anmelden')],
    ['on the logout page', () => learner.signOut().then(() => pressSignIn('Anmelden'))],
  ])('after a sign-in that has failed, too, the next pupil can say so: %s', async (_, next) => {
    await page.goto(`${platform.shell}/login`);
    await page.route('**/aua/v1/user/get', (route) => route.fulfill({ status: 403, json: {} }));
    await signInFromLoginPage(page, mia);
    await page.getByRole('heading', { name: 'Das Anmelden hat nicht geklappt' }).waitFor();
    await page.unroute('**/aua/v1/user/get');
    await next();
    await page.getByLabel('Passwort').waitFor();
    expect(new URL(page.url()).origin).toBe(platform.identityProvider);
    await context.clearCookies();
  });
});

describe('row 55: in a tab where the last pupil has signed out', () => {
  arriveBeforeAll((arrival) => ({ context, learner, page } = arrival));
  beforeAll(comeIn);

  test('the next pupil is shown nothing of the last one, however far back', async () => {
    await exercise().locator('fieldset:enabled').waitFor();
    expect(await essay().inputValue()).toBe(undelivered);
    await signOutFromContent();
    await loginPage();
    await learner.signIn(lea, address);
    await exercise().locator('fieldset:enabled').waitFor();
    expect(await essay().inputValue()).toBe('');
    await expectNothingShown();
    // All that this tab has shown, as far back as somebody was here.
    let documents = 0;
    for (; await page.goBack(); documents++) {
      await quiet(page);
      await expectNothingShown();
    }
    expect(documents).toBeGreaterThan(1);
  });
});
