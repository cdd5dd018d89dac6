import { errors, type Page } from 'playwright-core';

/** How long nothing may begin for a page to be at rest, in milliseconds. */
const quietInMs = 500;

/**
 * Waits until a page and its frames ask for nothing more. Playwright's `networkidle` is no help: now and
 * then it does not come though every request has ended, where a page with a frame is loaded again.
 */
export async function quiet(page: Page): Promise<void> {
  try {
    for (;;) await page.waitForEvent('request', { timeout: quietInMs });
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
  }
}
