import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessTokenOf } from '../access-token.ts';
import { quiet } from '../quiet.ts';
import type { Case } from './cases.ts';
import { expectOtherToken } from './expectations.ts';
import { signedInToRenew } from './renewal-cases.ts';
import type { Scene } from './scene.ts';

/** Rows 23 and 24: a tab's copy, and what is left of a session. */
export const sessionCases: readonly Case[] = [
  {
    name: 'row 23: a tab and its copy renew at once, and both go on',
    run: async (scene) => {
      await signedInToRenew(scene);
      const copy = await copied(scene);
      const first = await accessTokenOf(scene.page);
      await scene.untilRenewal();
      for (const tab of [scene.page, copy]) {
        await expectOtherToken(scene.in(tab), first);
        expect(await scene.statusWith(await accessTokenOf(tab))).toBe(200);
      }
      expect(scene.provider.reuses).toBe(0);
      await copy.close();
    },
  },
  {
    name: 'row 23: a copy that cannot renew signs in again without a loop, and its original goes on',
    goesOn: true,
    run: async (scene) => {
      const { page, provider } = scene;
      const copy = await copied(scene);
      const first = await accessTokenOf(page);
      provider.forge({ silentError: 'login_required' });
      await scene.untilRenewal();
      await expectOtherToken(scene, first);
      await copy.getByRole('heading', { name: 'Die Anmeldung ist abgelaufen' }).waitFor();
      const renewed = await accessTokenOf(page);
      expect(provider.reuses).toBe(0);
      // The copy's silent one: it does not begin another by itself.
      expect(scene.askedFor('/authorize')).toBe(1);

      await scene.in(copy).retried();
      expect(await scene.statusWith(renewed)).toBe(200);
      await scene.contentShown();
    },
  },
  {
    name: 'row 24: a page that comes from the page cache with its session goes on',
    keepsPages: true,
    run: async (scene) => {
      const { page, provider } = scene;
      await page.addInitScript(() =>
        addEventListener('pageshow', ({ persisted }) => {
          if (persisted) document.documentElement.dataset['fromCache'] = 'true';
        }),
      );
      await scene.signedIn();
      // Requests of the opening content keep no page from the cache.
      await quiet(page);
      await page.goto(`${provider.issuer}/keys`);
      const pages = scene.pages();
      await page.evaluate(() => void setTimeout(() => history.back()));
      await page.locator('html[data-from-cache]').waitFor();
      // The test's tool does not see the content of the frame then.
      expect(await page.locator('iframe[data-content-frame]').isVisible()).toBe(true);
      expect(await scene.statusWith(await accessTokenOf(page))).toBe(200);
      expect(scene.pages()).toBe(pages);
    },
  },
  {
    name: 'row 24: a token of before the sign-out opens nothing, and the back button shows nothing',
    goesOn: true,
    run: async (scene) => {
      const { page } = scene;
      const token = await accessTokenOf(page);
      expect(await scene.statusWith(token)).toBe(200);
      await signedOut(scene);
      expect(await scene.statusWith(token)).toBe(401);
      expect(await scene.kept()).not.toMatch(/access-|refresh-|demo-mia|Keller/);
      scene.provider.forge({ answer: () => '' });
      scene.countAnew();
      // To the page that signed out, and to the one that showed the content.
      await page.goBack({ waitUntil: 'commit' });
      await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
      await page.goBack({ waitUntil: 'commit' });
      await noData(scene);
    },
  },
  {
    name: 'row 24: a page of before the sign-out that comes from the page cache shows nothing',
    goesOn: true,
    run: async (scene) => {
      const { page, provider } = scene;
      provider.forge({});
      // The content's questions as it opens belong to the time before; its statement comes last.
      const hasSaid = page.waitForResponse('**/v1/data/put');
      await scene.signedInAnew();
      await hasSaid;
      await quiet(page);
      provider.forge({ answer: () => '' });
      scene.countAnew();
      // State of a page that was left signed in, and is shown again after a sign-out in its tab.
      await page.evaluate(() => {
        sessionStorage.clear();
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      });
      await noData(scene);
    },
  },
];

/** Duplicates the tab as the browser does: with its session storage. */
async function copied(scene: Scene): Promise<Page> {
  const { context, page, platform } = scene;
  const [copy] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate((address) => void window.open(address), platform.shell),
  ]);
  await scene.in(copy).contentShown();
  expect(await accessTokenOf(copy)).toBe(await accessTokenOf(page));
  return copy;
}

async function signedOut(scene: Scene): Promise<void> {
  await scene.visit('/logout');
  await scene.page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
}

/** The shell has begun a sign-in, which gets no answer here, and gives nothing of before. */
async function noData(scene: Scene): Promise<void> {
  const { page } = scene;
  await expect.poll(() => scene.askedFor('/authorize')).toBe(1);
  expect(await page.locator('iframe[data-content-frame]').count()).toBe(0);
  expect(await page.content()).not.toContain('Mia');
  expect(scene.requests.filter(({ bearer }) => bearer !== undefined)).toEqual([]);
}
