import type { DemoAccount } from '@lectern/env';
import type { Browser } from 'playwright-core';
import { arrive, arriveFirst } from '../learner.ts';
import { loginScreens } from './login-screens.ts';
import { otherScreens } from './other-screens.ts';
import { savingScreens } from './saving-screens.ts';
import type { Screen, Visit } from './screen.ts';
import type { PlatformAddresses } from '../shared-platform.ts';

/** Every screen of the product but the publication's own. A new one is added here, and nowhere else. */
export const screens: readonly Screen[] = [...loginScreens, ...savingScreens, ...otherScreens];

/**
 * Shows a screen in a browser profile of its own, without motion.
 *
 * @returns who looks at it; whoever asked closes the context of the page.
 */
export async function show(
  screen: Screen,
  browser: Browser,
  platform: PlatformAddresses,
  [mia, ben]: readonly [DemoAccount, DemoAccount, ...unknown[]],
): Promise<Visit> {
  const context = await browser.newContext({
    locale: 'de-CH',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const { isFirstVisit = false, isInTestingMode = false } = screen;
  if (isInTestingMode)
    await context.addInitScript(() => localStorage.setItem('forceTestingMode', 'true'));
  const learner = await (isFirstVisit ? arriveFirst : arrive)(context, platform);
  const visit = { ...learner, platform, mia, ben };
  await screen.open(visit);
  return visit;
}
