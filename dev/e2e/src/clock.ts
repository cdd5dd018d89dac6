import type { BrowserContext } from 'playwright-core';

/**
 * Gives the pages of a browser profile a clock that journeys can put forward. It runs as any other until they do.
 * Time limits of requests go by it, too: Playwright's clock leaves those of `AbortSignal.timeout` to the browser.
 */
export async function installClock(context: BrowserContext): Promise<void> {
  await context.clock.install();
  await context.addInitScript(limitByTimers);
}

function limitByTimers(): void {
  AbortSignal.timeout = (limitInMs) => {
    const limit = new AbortController();
    const end = () => limit.abort(new DOMException('The time limit is over.', 'TimeoutError'));
    setTimeout(end, limitInMs);
    return limit.signal;
  };
}
