import type { BrowserContext, Page } from 'playwright-core';

/**
 * Gives the pages of a browser profile a clock that journeys can put forward. It runs as any other until they do.
 * Time limits of requests go by it, too: Playwright's clock leaves those of `AbortSignal.timeout` to the browser.
 */
export async function installClock(context: BrowserContext): Promise<void> {
  await context.clock.install();
  await context.addInitScript(limitByTimers);
}

/** Time that a clock goes on before it is held: longer than a busy machine takes between the two commands. */
const untilHeldInMs = 20_000;

/** From now on a page's clock, some seconds later, goes only as far as it is told. */
export async function holdClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + untilHeldInMs);
}

function limitByTimers(): void {
  AbortSignal.timeout = (limitInMs) => {
    const limit = new AbortController();
    const end = () => limit.abort(new DOMException('The time limit is over.', 'TimeoutError'));
    setTimeout(end, limitInMs);
    return limit.signal;
  };
}
