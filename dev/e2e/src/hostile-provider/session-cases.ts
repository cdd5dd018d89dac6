import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessTokenOf } from '../access-token.ts';
import type { Case } from './cases.ts';
import { signedInToRenew, untilRenewalInMs } from './renewal-cases.ts';
import {
  askedFor,
  contentShown,
  kept,
  pagesOf,
  retried,
  signedIn,
  visit,
  type Scene,
} from './scene.ts';
import { statusWith } from './token-cases.ts';

/** Rows 23 and 24: a tab's copy, and what is left of a session. */
export const sessionCases: readonly Case[] = [
  {
    name: 'row 23: a tab and its copy renew at once, and both go on',
    run: async (scene) => {
      await signedInToRenew(scene, 'by refresh token');
      const copy = await copied(scene);
      const first = await accessTokenOf(scene.page);
      await scene.page.clock.fastForward(untilRenewalInMs);
      for (const tab of [scene.page, copy]) {
        await expect.poll(() => accessTokenOf(tab)).not.toBe(first);
        expect(await statusWith(scene, await accessTokenOf(tab))).toBe(200);
      }
      expect(scene.provider.reuses).toBe(0);
    },
  },
  {
    name: 'row 23: a copy that cannot renew signs in again without a loop, and its original goes on',
    run: async (scene) => {
      const { page, provider } = scene;
      await signedInToRenew(scene, 'by refresh token');
      const copy = await copied(scene);
      const first = await accessTokenOf(page);
      provider.forge({ silentError: 'login_required' });
      await page.clock.fastForward(untilRenewalInMs);
      await expect.poll(() => accessTokenOf(page)).not.toBe(first);
      await copy.getByRole('heading', { name: 'Die Sitzung ist abgelaufen' }).waitFor();
      const renewed = await accessTokenOf(page);
      expect(provider.reuses).toBe(0);
      // The first sign-in, and the copy's silent one: it does not begin another by itself.
      expect(askedFor(scene, '/authorize')).toBe(2);

      await retried(tabOf(scene, copy));
      expect(await statusWith(scene, renewed)).toBe(200);
      await contentShown(scene);
    },
  },
  {
    name: 'row 24: a token of before the sign-out opens nothing, and the back button shows nothing',
    run: async (scene) => {
      const { page } = scene;
      await signedIn(scene);
      const token = await accessTokenOf(page);
      expect(await statusWith(scene, token)).toBe(200);
      await signedOut(scene);
      expect(await statusWith(scene, token)).toBe(401);
      expect(await kept(scene)).not.toMatch(/access-|refresh-|demo-mia|Keller/);
      scene.provider.forge({ answer: () => '' });
      const sent = scene.requests.length;
      // To the page that signed out, and to the one that showed the content.
      await page.goBack({ waitUntil: 'commit' });
      await page.getByRole('button', { name: 'Anmelden' }).waitFor();
      await page.goBack({ waitUntil: 'commit' });
      await noData(scene, sent);
    },
  },
  {
    name: 'row 24: a page of before the sign-out that comes from the page cache shows nothing',
    run: async (scene) => {
      const { page, provider } = scene;
      await signedIn(scene);
      provider.forge({ answer: () => '' });
      const sent = scene.requests.length;
      // What a page finds that was left signed in, and is shown again after a sign-out in its tab.
      await page.evaluate(() => {
        sessionStorage.clear();
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      });
      await noData(scene, sent);
    },
  },
  {
    name: 'row 24: a page that comes from the page cache with its session goes on',
    run: async (scene) => {
      const { page, provider } = scene;
      await page.addInitScript(() =>
        addEventListener('pageshow', ({ persisted }) => {
          if (persisted) document.documentElement.dataset['fromCache'] = 'true';
        }),
      );
      await signedIn(scene);
      await page.goto(`${provider.issuer}/keys`);
      const pages = pagesOf(scene);
      await page.evaluate(() => void setTimeout(() => history.back()));
      await page.locator('html[data-from-cache]').waitFor();
      // What is in the frame then, the test's tool does not see.
      expect(await page.locator('iframe[data-content-frame]').isVisible()).toBe(true);
      expect(await statusWith(scene, await accessTokenOf(page))).toBe(200);
      expect(pagesOf(scene)).toBe(pages);
    },
  },
];

/** Duplicates the tab as the browser does: with its session storage. */
async function copied({ context, page, platform }: Scene): Promise<Page> {
  const [copy] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate((address) => void window.open(address), platform.shell),
  ]);
  await contentShown({ content: contentOf(copy) });
  expect(await accessTokenOf(copy)).toBe(await accessTokenOf(page));
  return copy;
}

const contentOf = (page: Page) => page.frameLocator('iframe[data-content-frame]');

function tabOf(scene: Scene, page: Page): Scene {
  return { ...scene, page, content: contentOf(page) };
}

async function signedOut(scene: Scene): Promise<void> {
  await visit(scene, '/logout');
  await scene.page.getByRole('button', { name: 'Anmelden' }).waitFor();
}

/** The shell has begun a sign-in, which gets no answer here, and gives nothing of before. */
async function noData(scene: Scene, sent: number): Promise<void> {
  const { page } = scene;
  await expect.poll(() => askedFor(scene, '/authorize')).toBe(2);
  expect(await page.locator('iframe[data-content-frame]').count()).toBe(0);
  expect(await page.content()).not.toContain('Mia');
  expect(scene.requests.slice(sent).filter(({ bearer }) => bearer !== undefined)).toEqual([]);
}
