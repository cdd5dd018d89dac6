import type { DemoAccount } from '@lectern/env';
import type { Browser } from 'playwright-core';
import { arrive, arriveFirst } from '../learner.ts';
import { configurationTours } from './configuration-screens.ts';
import { loginTours } from './login-screens.ts';
import { savingTours } from './saving-screens.ts';
import type { Tour, Visit } from './screen.ts';
import { sessionTours } from './session-screens.ts';
import type { PlatformAddresses } from '../shared-platform.ts';

/**
 * Every screen of the product but the publication's own. A new one is added here, or among those that differ from one
 * of these by words alone (`apps/shell/test/alike-pages.test.tsx`).
 */
export const tours: readonly Tour[] = [
  ...loginTours,
  ...savingTours,
  ...sessionTours,
  ...configurationTours,
];

/**
 * Has somebody begin a tour in a browser profile of their own, without motion.
 *
 * @returns who looks at its screens; the caller closes the context of the page.
 */
export async function begin(
  { isFirstVisit = false, isInTestingMode = false }: Tour,
  browser: Browser,
  platform: PlatformAddresses,
  [mia, ben]: readonly [DemoAccount, DemoAccount, ...unknown[]],
): Promise<Visit> {
  const context = await browser.newContext({ locale: 'de-CH', reducedMotion: 'reduce' });
  if (isInTestingMode)
    await context.addInitScript(() => localStorage.setItem('forceTestingMode', 'true'));
  const learner = await (isFirstVisit ? arriveFirst : arrive)(context, platform);
  return { ...learner, platform, mia, ben };
}
