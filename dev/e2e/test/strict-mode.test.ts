import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signInAtProvider } from '../src/sign-in-pages.ts';
import { arriveBeforeEach, newCast, visitBeforeAll } from '../src/journeys.ts';
import type { Learner } from '../src/learner.ts';
import { buildStrictShell, type StrictShell } from '../src/strict-shell.ts';

const [mia] = newCast();

let strict: StrictShell;
let context: BrowserContext;
let learner: Learner;
let page: Page;
/** Requests to the identity provider and of sign-in to the services, as method and path. */
let asked: string[];
let scripts: string[];

const { platform } = visitBeforeAll();
beforeAll(async () => {
  strict = await buildStrictShell();
});
afterAll(() => strict?.[Symbol.asyncDispose]());
arriveBeforeEach((arrival) => ({ context, learner, page } = arrival));
beforeEach(async () => {
  asked = [];
  scripts = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(oauth|aua)\//.test(pathname)) asked.push(`${request.method()} ${pathname}`);
    if (pathname.endsWith('.js')) scripts.push(pathname);
  });
  await strict.serve(context, platform);
});

const times = (request: string) => asked.filter((candidate) => candidate === request).length;

test('is on: React is the one for development, and renders twice', async () => {
  await page.addInitScript(watchStrictMode);
  await page.goto(`${platform.shell}/login`);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
  expect(scripts.some((path) => path.includes('jsx-dev-runtime'))).toBe(true);
  const seen = await page.evaluate(() => (globalThis as { strictMode?: StrictMode }).strictMode);
  expect(seen?.builds).toEqual(['development']);
  expect(seen?.secondRenders).toBeGreaterThan(0);
});

test('a login that starts at once starts once, and keeps its deep link', async () => {
  await page.goto(`${platform.shell}/login?directLogin=true&themaId=bach&subThemaNumber=2`);
  await signInAtProvider(page, mia);
  const heading = { level: 1, name: 'Wer lebt im Bach?' };
  await learner.content.getByRole('heading', heading).waitFor();
  expect(times('GET /oauth/authorize')).toBe(1);
});

test('the callback runs once', async () => {
  await learner.enter(mia);
  await learner.content.getByText('Hallo Mia').waitFor();
  expect(times('POST /oauth/token')).toBe(1);
  expect(times('POST /aua/v1/user/updateUserInfo')).toBe(1);
});

test('signing out happens once', async () => {
  await learner.enter(mia);
  await learner.signOut();
  // Refresh and access token.
  expect(times('POST /oauth/revoke')).toBe(2);
});

/** React's interface for developers' tools. */
interface StrictMode {
  readonly builds: string[];
  secondRenders: number;
}

/** Runs in the page, before React, and stands where React looks for such tools. */
function watchStrictMode(): void {
  const strictMode: StrictMode = { builds: [], secondRenders: 0 };
  const hook = {
    supportsFiber: true,
    inject: ({ bundleType }: { bundleType: number }) =>
      strictMode.builds.push(bundleType === 1 ? 'development' : 'production'),
    setStrictMode(_renderer: number, isSecondRender: boolean) {
      if (isSecondRender) strictMode.secondRenders++;
    },
  };
  Object.assign(globalThis, { strictMode, __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });
}
