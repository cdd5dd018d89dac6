import { errors, type Page, type Request } from 'playwright-core';

/** How long nothing may begin for a page to be at rest, in milliseconds. */
const quietInMs = 500;

/**
 * Waits until a page and its frames ask for nothing more, and have all answers. Playwright's `networkidle`
 * is no help: now and then it does not come though every request has ended, where a page with a frame is
 * loaded again.
 */
export async function quiet(page: Page): Promise<void> {
  while ((await hasBegun(page)) || (await page.requests()).some(isUnderWay));
}

async function hasBegun(page: Page): Promise<boolean> {
  try {
    await page.waitForEvent('request', { timeout: quietInMs });
    return true;
  } catch (error) {
    if (error instanceof errors.TimeoutError) return false;
    throw error;
  }
}

function isUnderWay(request: Request): boolean {
  return request.timing().responseEnd < 0 && request.failure() === null;
}
