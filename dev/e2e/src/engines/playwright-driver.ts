import type { Browser, Frame, Page } from 'playwright-core';
import { retrying } from './retrying.ts';
import type { Driver } from './visitor.ts';

/** Drives a context of its own in a browser that playwright has launched. */
export async function driveByPlaywright(browser: Browser): Promise<Driver> {
  const context = await browser.newContext({ viewport: { width: 1024, height: 768 } });
  const tabs: Page[] = [await context.newPage()];
  let page = tabs[0]!;
  let content: Frame | undefined;

  return {
    async open(address) {
      await page.goto(address);
    },
    address: async () => page.url(),
    async reload() {
      await page.reload();
    },
    async evaluate(place, expression) {
      if (place === 'shell') return page.evaluate(expression);
      // Looking for the frame takes Firefox as long as asking it.
      if (!content || content.isDetached() || content.page() !== page) {
        const element = await page.$('iframe[data-content-frame]');
        content = (await element?.contentFrame()) ?? undefined;
      }
      if (!content) throw new Error('There is no content yet.');
      return content.evaluate(expression);
    },
    async stroke([start, ...rest]) {
      await page.mouse.move(...start!);
      await page.mouse.down();
      for (const point of rest) await page.mouse.move(...point, { steps: 4 });
      await page.mouse.up();
    },
    async keys(keys) {
      for (const key of keys) {
        if (key.length === 1 && key > '~') await page.keyboard.insertText(key);
        else await page.keyboard.press(key === ' ' ? 'Space' : key);
      }
    },
    async openTab() {
      page = await context.newPage();
      tabs.push(page);
    },
    async turnToTab(index) {
      page = tabs[index]!;
      await page.bringToFront();
    },
    async turnToOpened() {
      page = await retrying(() => {
        const opened = context.pages().find((other) => !tabs.includes(other));
        if (!opened) throw new Error('Nothing has been opened.');
        return opened;
      });
      tabs.push(page);
    },
    async closeOpened() {
      await page.close();
      page = tabs[0]!;
    },
    async untilOpenedCloses() {
      if (!page.isClosed()) await page.waitForEvent('close');
      page = tabs[0]!;
    },
    resize: (width, height) => page.setViewportSize({ width, height }),
    picture: () => page.screenshot(),
    setOffline: (isOffline) => context.setOffline(isOffline),
    ...(browser.browserType().name() === 'chromium' && {
      devTools: () => context.newCDPSession(page),
    }),
    close: () => context.close(),
  };
}
