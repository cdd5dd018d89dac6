import { shellClientId, startPlatform, type Platform } from '@lectern/env';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { browserOptions } from '../src/browser.ts';
import { addressCases } from '../src/hostile-provider/address-cases.ts';
import { answerCases } from '../src/hostile-provider/answer-cases.ts';
import { namedIn } from '../src/hostile-provider/expectations.ts';
import {
  startHostileProvider,
  type HostileProvider,
} from '../src/hostile-provider/hostile-provider.ts';
import { messageCases } from '../src/hostile-provider/message-cases.ts';
import { renewalCases } from '../src/hostile-provider/renewal-cases.ts';
import { openScene, type Scene } from '../src/hostile-provider/scene.ts';
import { sessionCases } from '../src/hostile-provider/session-cases.ts';
import { tokenCases } from '../src/hostile-provider/token-cases.ts';
import { reconfigure } from '../src/reconfigure.ts';

/* Rows 1 to 24 of the security cases: sign-in and renewal at an identity provider that forges. */

const cases = [
  ...tokenCases,
  ...answerCases,
  ...addressCases,
  ...renewalCases,
  ...messageCases,
  ...sessionCases,
];
const rows = Array.from({ length: 24 }, (_, index) => index + 1);

let platform: Platform;
let browser: Browser;
let provider: HostileProvider;
let scene: Scene;

beforeAll(async () => {
  provider = await startHostileProvider(
    shellClientId,
    () => `${platform.shell}/backchannel-logout`,
  );
  [platform, browser] = await Promise.all([
    startPlatform({ issuer: provider.issuer }),
    // With the page cache that people's browsers have, and playwright's has not.
    chromium.launch({
      ...browserOptions(),
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    }),
  ]);
  // Where a refusal led back to the provider, this would go on for ever.
  await reconfigure(platform, ({ signIn }) => ({ signIn: { ...signIn, autoLogin: true } }));
});
afterAll(async () => {
  await browser?.close();
  await platform?.close();
  await provider?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  scene = await openScene(browser, platform, provider);
});
afterEach(() => scene.context.close());

test.each(cases.map((one) => [one.name, one.run] as const))('%s', async (_name, run) => {
  await run(scene);
  expect(namedIn(scene.written.join('\n'), provider.secrets), 'the console').toEqual([]);
});

test('every row has a case, and no case is without one', () => {
  const shown = cases.map(({ name }) => Number(/^row (\d+): /.exec(name)?.[1]));
  expect([...new Set(shown)].sort((one, other) => one - other)).toEqual(rows);
});
