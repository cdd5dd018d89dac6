import { errors, type Page } from 'playwright-core';

/** How long nothing may begin for a page to be at rest, in milliseconds. */
const quietInMs = 500;

/**
 * Waits until a page and its frames ask for nothing more. What only an answer leads to that takes longer than
 * `quietInMs` is not waited for. How requests end is no measure, which is why Playwright's `networkidle` is not
 * used: where a page with a frame is loaded again, Chromium now and then does not tell of the end of a style sheet.
 */
export async function quiet(page: Page): Promise<void> {
  while (await hasBegun(page));
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
