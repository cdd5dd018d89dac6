import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse, { type Flags, type Result } from 'lighthouse';
import { chromium, type BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserOptions } from '../src/browser.ts';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import { arrive } from '../src/learner.ts';
import { reconfigure } from '../src/reconfigure.ts';
import type { SharedPlatform } from '../src/shared-platform.ts';

/* What Lighthouse thinks of the pages. It opens a tab of its own in a browser where somebody is signed in. */

const [mia] = newCast();

let platform: SharedPlatform;
let profile: string;
let context: BrowserContext;
let port: number;

visitBeforeAll((stage) => ({ platform } = stage));
beforeAll(async () => {
  profile = await mkdtemp(join(tmpdir(), 'lectern-lighthouse-'));
  const { args, ...options } = browserOptions();
  context = await chromium.launchPersistentContext(profile, {
    ...options,
    args: [...args, '--remote-debugging-port=0'],
  });
  const [line] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
  port = Number(line);
});
afterAll(async () => {
  await context?.close();
  await rm(profile, { recursive: true, force: true });
});

async function audit(address: string, formFactor: 'mobile' | 'desktop'): Promise<Result> {
  const flags: Flags = {
    port,
    formFactor,
    onlyCategories: ['accessibility', 'best-practices'],
    // The tab is to find the consent and the provider's session that the browser has.
    disableStorageReset: true,
    // How fast it is, benchmarks say.
    throttlingMethod: 'provided',
    logLevel: 'error',
    ...(formFactor === 'desktop' ? { screenEmulation: { disabled: true } } : {}),
  };
  const result = await lighthouse(address, flags);
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

test.each(['mobile', 'desktop'] as const)('the login page, %s', async (formFactor) => {
  const { page } = await arrive(context, platform);
  await page.goto(platform.shell);
  await page.close();
  const result = await audit(`${platform.shell}/login`, formFactor);
  expect(new URL(result.finalDisplayedUrl).pathname).toBe('/login');
  expect(verdict(result)).toEqual(full);
});

test.each(['mobile', 'desktop'] as const)('the container, %s', async (formFactor) => {
  // A tab of Lighthouse's own has no session yet, but the browser has one with the provider.
  await reconfigure(platform, ({ signIn }) => ({ signIn: { ...signIn, autoLogin: true } }));
  const { page, content, signIn } = await arrive(context, platform);
  if (formFactor === 'mobile') await signIn(mia, '/login');
  else await page.goto(platform.shell);
  await content.getByText('Hallo Mia').waitFor();
  await page.close();
  const framed: string[] = [];
  context.on('request', (request) => {
    if (request.url().startsWith(platform.content)) framed.push(request.url());
  });
  const result = await audit(`${platform.shell}/`, formFactor);
  expect(new URL(result.finalDisplayedUrl).pathname).toBe('/');
  expect(framed[0], 'the content was there').toContain('/index.html');
  expect(verdict(result)).toEqual(full);
});
