import type { BrowserContext, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DemoAccount } from '@lectern/env';
import { accessTokenOf, callWith } from '../src/access-token.ts';
import { holdClock } from '../src/clock.ts';
import { saved } from '../src/exercises.ts';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import { arrive } from '../src/learner.ts';
import { contentOf, openPopup, signInButton } from '../src/popup.ts';
import { reconfigure } from '../src/reconfigure.ts';
import { servicesAs } from '../src/services.ts';
import { signInProviders, type ProviderScene } from '../src/sign-in-providers/providers.ts';
import { stored } from '../src/stored.ts';

/*
 * Sign-in as it depends on the identity provider, against each of them (decision 38). What is the shell's alone is in
 * the other files about signing in. Each test of a group goes on where the one before has stopped.
 */

const cast = newCast();
const [mia, , lea] = cast;
/** Access tokens hold five minutes at each provider, and are renewed a minute before. */
const untilRenewalInMs = 4 * 60_000 + 1_000;
const essayId = 'bach-brief';
const otherEssayId = 'wasser-tagebuch';

const { platform: shared, browser } = visitBeforeAll();

describe.each(signInProviders.filter(({ isInstalled }) => isInstalled))('$name', (provider) => {
  let scene: ProviderScene;
  let context: BrowserContext;
  let page: Page;
  let content: FrameLocator;

  beforeAll(async () => {
    scene = await provider.open(shared, cast);
  });
  afterAll(() => scene?.[Symbol.asyncDispose]());

  /** A profile of its own, whose clock can be put forward: twice, then tokens are of another time than the page. */
  function arriveBeforeAll(): void {
    beforeAll(async () => {
      context = await browser.newContext();
      ({ page, content } = await arrive(context, scene.platform));
      await page.clock.install();
    });
    afterAll(() => context?.close());
  }

  const pressSignIn = () => signInButton(page).click();
  const greeting = ({ given_name }: DemoAccount) => content.getByText(`Hallo ${given_name}`);
  const untilRenewal = () => page.clock.fastForward(untilRenewalInMs);
  async function renewed(tab: Page, before: string): Promise<void> {
    await expect.poll(() => accessTokenOf(tab)).not.toBe(before);
  }
  const holds = async (token: string, { subject }: DemoAccount) =>
    (await callWith(scene.platform, token, subject)) === 200;

  const exercise = () => content.locator(`[data-exercise="${essayId}"]`);

  async function signIn(account: DemoAccount, path = '/login'): Promise<void> {
    await page.goto(scene.platform.shell + path);
    await pressSignIn();
    await scene.signIn(page, account);
  }

  /** Changes what the tab keeps of the provider's answer, and loads it anew. */
  async function setRefreshToken(refresh_token: string | undefined): Promise<void> {
    await page.evaluate((token) => {
      const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user:'))!;
      const record = JSON.parse(sessionStorage.getItem(key)!) as object;
      sessionStorage.setItem(key, JSON.stringify({ ...record, refresh_token: token }));
    }, refresh_token);
    await page.reload();
    await greeting(mia).waitFor();
  }

  /** Another tab with what the tab keeps, as the browser duplicates it. */
  async function copied(path = '/'): Promise<Page> {
    const [copy] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate((address) => void window.open(address), scene.platform.shell + path),
    ]);
    return copy;
  }

  function refreshToken(): Promise<string> {
    return page.evaluate(() => {
      const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user:'))!;
      return (JSON.parse(sessionStorage.getItem(key)!) as { refresh_token: string }).refresh_token;
    });
  }

  describe('a session', () => {
    arriveBeforeAll();

    test('begins by redirect, and outlives a reload', async () => {
      await signIn(mia);
      await greeting(mia).waitFor();
      expect(page.url()).toBe(`${scene.platform.shell}/`);
      await page.reload();
      await greeting(mia).waitFor();
    });

    test('is renewed by refresh token, before the access token expires', async () => {
      const first = await accessTokenOf(page);
      const spent = await refreshToken();
      await untilRenewal();
      await renewed(page, first);
      expect(await holds(await accessTokenOf(page), mia)).toBe(true);
      expect(await refreshToken()).not.toBe(spent);
    });

    test('is renewed by the hidden frame, where there is no refresh token', async () => {
      await setRefreshToken(undefined);
      const first = await accessTokenOf(page);
      await untilRenewal();
      await renewed(page, first);
      expect(await holds(await accessTokenOf(page), mia)).toBe(true);
    });

    test('is asked for no more in a frame that does not answer', async () => {
      const unshown = async () => {
        await page.clock.runFor(2_000);
        return page.frames().filter((frame) => frame.url().startsWith('chrome-error:'));
      };
      await expect.poll(unshown).toEqual([]);
    });
  });

  describe('a session whose renewal goes wrong', () => {
    arriveBeforeAll();

    test('goes on when the provider is back, with another key', async () => {
      await signIn(mia);
      await greeting(mia).waitFor();
      const first = await accessTokenOf(page);
      await scene.stop();
      await untilRenewal();
      await holdClock(page);
      await scene.start();
      // In steps: an answer takes time, and requests have limits.
      const token = async () => {
        await page.clock.runFor(1_000);
        return accessTokenOf(page);
      };
      await expect.poll(token).not.toBe(first);
      await page.clock.resume();
      expect(await holds(await accessTokenOf(page), mia)).toBe(true);
    });

    test('ends where the provider knows nobody any more, and says why', async () => {
      await setRefreshToken(undefined);
      await page.goto(`${scene.platform.shell}/?exerciseGroupId=${essayId}`);
      await exercise().locator('fieldset:enabled').waitFor();
      await context.clearCookies();
      await untilRenewal();
      await page.waitForURL('**/login');
      await page.getByRole('heading', { name: 'Die Anmeldung ist abgelaufen' }).waitFor();
      await page.getByText(`Für den Support: ${scene.silentRefusal}`).waitFor();
      expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('token');
    });

    test('leads the same user back to the place', async () => {
      // The steps until the provider was back have taken as long as the machine was busy.
      await page.clock.setSystemTime(Date.now());
      await pressSignIn();
      await scene.signIn(page, mia);
      await exercise().locator('fieldset:enabled').waitFor();
      expect(await page.evaluate(() => localStorage.getItem('leftPlaces'))).toBeNull();
    });
  });

  describe('a session whose refresh token is spent', () => {
    arriveBeforeAll();

    test('is renewed by the hidden frame', async () => {
      await signIn(mia);
      await greeting(mia).waitFor();
      const spent = await refreshToken();
      let first = await accessTokenOf(page);
      await untilRenewal();
      await renewed(page, first);
      await setRefreshToken(spent);
      first = await accessTokenOf(page);
      await untilRenewal();
      await renewed(page, first);
      expect(await holds(await accessTokenOf(page), mia)).toBe(true);
    });
  });

  describe('a tab and its copy', () => {
    arriveBeforeAll();

    test('are renewed, and neither ends the other', async () => {
      await signIn(mia);
      await greeting(mia).waitFor();
      const first = await accessTokenOf(page);
      const copy = await copied();
      await contentOf(copy).getByText(`Hallo ${mia.given_name}`).waitFor();
      expect(await accessTokenOf(copy)).toBe(first);
      // The clock is that of all tabs.
      await untilRenewal();
      for (const tab of [page, copy]) {
        await renewed(tab, first);
        expect(await holds(await accessTokenOf(tab), mia)).toBe(true);
      }
    });
  });

  describe('on a shared computer', () => {
    const text = `Geschrieben bei ${provider.name}`;
    const essay = () => exercise().getByRole('textbox');
    let other: Page;

    arriveBeforeAll();

    test('signing out ends the tokens, and the session at the provider', async () => {
      await signIn(mia, `/login?exerciseGroupId=${essayId}`);
      await essay().fill(text);
      await saved(exercise());
      const token = await accessTokenOf(page);
      expect(await holds(token, mia)).toBe(true);
      other = await copied(`/?exerciseGroupId=${otherEssayId}`);
      await contentOf(other)
        .locator(`[data-exercise="${otherEssayId}"] textarea:enabled`)
        .fill(text);
      await content.getByRole('button', { name: 'Mia Keller' }).click();
      await content.getByRole('button', { name: 'Abmelden' }).click();
      await scene.confirmSignOut(page);
      await page.waitForURL(`${scene.platform.shell}/login`);
      await signInButton(page).waitFor();
      await expect.poll(() => holds(token, mia)).toBe(false);
      expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('token');
    });

    test('signs out the other tab, which says so, once its work is saved', async () => {
      await other.waitForURL('**/login');
      await other
        .getByText('Jemand hat sich in einem anderen Tab dieses Browsers abgemeldet.')
        .waitFor();
      await expect(accessTokenOf(other)).rejects.toThrow('Nobody is signed in');
      expect(
        await other.evaluate(() => [
          localStorage.getItem('leftPlaces'),
          localStorage.getItem('signedOut'),
        ]),
      ).toEqual([null, null]);
      expect(await stored(scene.platform).answer(mia.subject, otherEssayId)).toBe(text);
      await other.close();
    });

    test('the next pupil signs in with a password, in groups of the provider’s', async () => {
      await pressSignIn();
      await page.locator('#password').waitFor();
      await scene.signIn(page, lea);
      await greeting(lea).waitFor();
      const { identities } = await servicesAs(
        scene.platform,
        page,
        lea.subject,
      ).aua.userGetIdentities({ body: { subject: lea.subject } });
      expect(identities).toMatchObject([
        { identity_provider_identifier: lea.identity_provider, groups: lea.groups },
      ]);
    });

    test('the first one finds everything again', async () => {
      await page.goto(`${scene.platform.shell}/logout`);
      await scene.confirmSignOut(page);
      await page.waitForURL(`${scene.platform.shell}/login`);
      await signIn(mia, `/login?exerciseGroupId=${essayId}`);
      await exercise().locator('fieldset:enabled').waitFor();
      expect(await essay().inputValue()).toBe(text);
    });
  });

  describe('by popup', () => {
    beforeAll(() =>
      reconfigure(scene.platform, ({ signIn: configured }) => ({
        signIn: { ...configured, mode: 'popup' },
      })),
    );
    arriveBeforeAll();

    test('a popup closed before the answer says so', async () => {
      await page.goto(`${scene.platform.shell}/login`);
      const popup = await openPopup(page);
      await popup.locator('#username').waitFor();
      await page.getByText('Das Anmelden geht in einem eigenen Fenster weiter.').waitFor();
      await popup.close();
      await page.getByRole('heading', { name: 'Das Anmeldefenster wurde geschlossen' }).waitFor();
      await page.getByText('Für den Support: Popup window closed').waitFor();
      await expect
        .poll(() => page.evaluate(() => localStorage.getItem('persistentLogs')))
        .toContain('Popup window closed');
    });

    test('the content opens where the shell is, and the popup closes', async () => {
      await page.goto(`${scene.platform.shell}/login`);
      const popup = await openPopup(page);
      await Promise.all([popup.waitForEvent('close'), scene.signIn(popup, mia)]);
      await greeting(mia).waitFor();
      expect(page.url()).toBe(`${scene.platform.shell}/`);
      const first = await accessTokenOf(page);
      await untilRenewal();
      await renewed(page, first);
    });
  });
});
