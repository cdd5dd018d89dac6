import { shellClientId, startPlatform, type Platform } from '@lectern/env';
import { productWithCasts } from '@lectern/env/casts';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserOptions } from '@lectern/chromium';
import { addressCases } from '../src/hostile-provider/address-cases.ts';
import { answerCases } from '../src/hostile-provider/answer-cases.ts';
import { namedIn } from '../src/hostile-provider/expectations.ts';
import {
  startHostileProvider,
  type HostileProvider,
} from '../src/hostile-provider/hostile-provider.ts';
import { renewalCases } from '../src/hostile-provider/renewal-cases.ts';
import { openScene, type Scene } from '../src/hostile-provider/scene.ts';
import { sessionCases } from '../src/hostile-provider/session-cases.ts';
import { tokenCases } from '../src/hostile-provider/token-cases.ts';
import { visitBeforeAll } from '../src/journeys.ts';

/*
 * Rows 1 to 24 of the security cases: sign-in and renewal at an identity provider that forges. All ID tokens
 * that are refused are for the shell's own tests (`authorization.test.ts`); a browser sees one of each kind of check.
 */

const cases = [...tokenCases, ...answerCases, ...addressCases, ...renewalCases, ...sessionCases];
/** In the shell's own tests alone. */
const rowsWithoutBrowser = new Set([2, 3, 6, 7, 8, 9, 10, 11]);
const rows = Array.from({ length: 24 }, (_, index) => index + 1).filter(
  (row) => !rowsWithoutBrowser.has(row),
);

/** Keeps pages for the way back, as people's browsers do. */
let keepingBrowser: Browser | undefined;
let platform: Platform;
let provider: HostileProvider;
let scene: Scene | undefined;

const { platform: shared, browser } = visitBeforeAll();
beforeAll(async () => {
  provider = await startHostileProvider(
    shellClientId,
    () => `${platform.shell}/backchannel-logout`,
  );
  const nothing = async () => {};
  // Servers of its own, since they know one issuer, with people and licences that are there.
  platform = await startPlatform(
    { issuer: provider.issuer, databaseUrl: shared.databaseUrl },
    { ...productWithCasts, bundles: [], seed: nothing },
  );
});
afterAll(async () => {
  await keepingBrowser?.close();
  await scene?.context.close();
  await platform?.close();
  await provider?.[Symbol.asyncDispose]();
});

test.each(cases.map((attack) => [attack.name, attack] as const))('%s', async (_name, attack) => {
  if (attack.goesOn && scene) scene.countAnew();
  else {
    await scene?.context.close();
    const where = attack.keepsPages ? await launchKeepingBrowser() : browser;
    scene = await openScene(where, platform, provider);
  }
  await attack.run(scene);
  expect(namedIn(scene.written.join('\n'), provider.secrets), 'the console').toEqual([]);
});

test('every row has a case, and no case is without one', () => {
  const shown = cases.map(({ name }) => Number(/^row (\d+): /.exec(name)?.[1]));
  expect([...new Set(shown)].sort((a, b) => a - b)).toEqual(rows);
});

async function launchKeepingBrowser(): Promise<Browser> {
  keepingBrowser = await chromium.launch({
    ...browserOptions(),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  return keepingBrowser;
}
