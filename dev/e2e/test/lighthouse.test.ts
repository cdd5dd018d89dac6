import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse, { type Result } from 'lighthouse';
import { chromium, type BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { browserOptions, findHeadlessShell } from '@lectern/chromium';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import { arrive } from '../src/learner.ts';

/*
 * Lighthouse's verdict on the pages. It opens a tab of its own in a browser where somebody is signed in, as on a
 * phone: no audit asks for the form factor, and a phone has more pixels for the same picture.
 */

const [mia] = newCast();

let profile: string;
let context: BrowserContext;
let port: number;

const { platform } = visitBeforeAll();
beforeAll(async () => {
  profile = await mkdtemp(join(tmpdir(), 'lectern-lighthouse-'));
  const { args, ...options } = browserOptions(findHeadlessShell());
  context = await chromium.launchPersistentContext(profile, {
    ...options,
    args: [...args, '--remote-debugging-port=0'],
  });
  // The browser writes it by itself, once it listens.
  port = await vi.waitUntil(async () => {
    const text = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '');
    return Number(text.split('\n')[0]);
  });
});
afterAll(async () => {
  await context?.close();
  await rm(profile, { recursive: true, force: true });
});

async function audit(address: string): Promise<Result> {
  const result = await lighthouse(address, {
    port,
    onlyCategories: ['accessibility', 'best-practices'],
    // The tab is to find the consent and the provider's session that the browser has.
    disableStorageReset: true,
    // How fast it is, benchmarks say. Simulated slowness is only reckoned, and without it Lighthouse waits
    // five times as long for the page to be quiet.
    throttlingMethod: 'simulate',
    disableFullPageScreenshot: true,
    logLevel: 'error',
  });
  if (!result) throw new Error('Lighthouse says nothing.');
  return result.lhr;
}

/** Scores in percent, with the audits that took something away. */
function verdict({ categories, audits }: Result): Record<string, unknown> {
  return Object.fromEntries(
    Object.values(categories).map(({ id, score, auditRefs }) => {
      const lost = auditRefs
        .filter(({ weight, id: name }) => weight > 0 && (audits[name]!.score ?? 1) < 1)
        .map(({ id: name }) => `${name}: ${JSON.stringify(audits[name]!.details ?? null)}`);
      return [id, { percent: Math.round((score ?? 0) * 100), lost }];
    }),
  );
}

const full = {
  accessibility: { percent: 100, lost: [] },
  'best-practices': { percent: 100, lost: [] },
};

test('the login page', async () => {
  const { page } = await arrive(context, platform);
  await page.goto(platform.shell);
  await page.close();
  const result = await audit(`${platform.shell}/login`);
  expect(new URL(result.finalDisplayedUrl).pathname).toBe('/login');
  expect(verdict(result)).toEqual(full);
});

test('the container', async () => {
  const { page, content, enter } = await arrive(context, platform);
  await enter(mia);
  await content.getByText('Hallo Mia').waitFor();
  const session = await page.evaluate(() => Object.entries(sessionStorage));
  await page.close();
  // Lighthouse's tab goes on with it, like one that the browser restores.
  await context.addInitScript(
    ({ shell, entries }) => {
      if (location.origin === shell)
        for (const [name, value] of entries) sessionStorage.setItem(name, value);
    },
    { shell: platform.shell, entries: session },
  );
  const framed: string[] = [];
  context.on('request', (request) => {
    if (request.url().startsWith(platform.content)) framed.push(request.url());
  });
  const result = await audit(`${platform.shell}/`);
  expect(new URL(result.finalDisplayedUrl).pathname).toBe('/');
  expect(framed[0], 'the content was there').toContain('/index.html');
  expect(verdict(result)).toEqual(full);
});
