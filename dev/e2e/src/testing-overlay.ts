import type { DemoAccount } from '@lectern/env';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';
import { arriveBeforeAll, type Arrival } from './journeys.ts';
import type { Learner } from './learner.ts';
import { watchViolations } from './violations.ts';

/** Has this stand under `forceTestingMode` in a browser. */
export function forceTestingMode(context: BrowserContext, flag: string): Promise<unknown> {
  return context.addInitScript((value) => localStorage.setItem('forceTestingMode', value), flag);
}

/**
 * Has a learner arrive whose shell is in testing mode, for all journeys of the file or group. A journey fails in
 * which a page breaks a policy or does not catch an error.
 *
 * @param take called once.
 */
export function arriveInTestingModeBeforeAll(take: (arrival: Arrival) => void): void {
  let context: BrowserContext;
  let page: Page;
  let violations: readonly string[];
  const errors: string[] = [];

  arriveBeforeAll((arrival) => {
    ({ context, page } = arrival);
    take(arrival);
  });
  beforeAll(async () => {
    await forceTestingMode(context, 'true');
    violations = await watchViolations(context);
    page.on('pageerror', ({ message }) => errors.push(message));
  });
  afterEach(() => {
    expect(violations).toEqual([]);
    expect(errors).toEqual([]);
  });
}

/** The overlay on a learner's page, and its use. */
export function overlayOf(learner: () => Learner, account: DemoAccount) {
  const overlay = () => learner().page.getByRole('region', { name: 'Testmodus' });
  const handle = () => overlay().getByRole('button', { name: /^Test/ });
  const category = (name: string): Locator =>
    overlay()
      .locator('details')
      .filter({ has: learner().page.locator('summary', { hasText: name }) });

  /** Has the overlay be as it is at first on the page that comes next: it stores its state until a page has gone. */
  const forget = () =>
    learner().page.evaluate(() => {
      const key = 'testingOverlay';
      const { setItem } = Storage.prototype;
      Storage.prototype.setItem = function (name, value) {
        if (name !== key) setItem.call(this, name, value);
      };
      sessionStorage.removeItem(key);
    });

  return {
    overlay,
    handle,
    category,
    forget,
    field: (name: string) => overlay().getByLabel(name, { exact: true }),
    press: (name: string) => overlay().getByRole('button', { name, exact: true }).click(),
    showTab: (name: string) => overlay().getByRole('tab', { name }).click(),

    /** Signs in, and waits for the content and the overlay beside it. */
    async signIn(): Promise<void> {
      await learner().enter(account);
      await learner().content.getByText('Hallo Mia').waitFor();
      await handle().waitFor();
    },

    /** Loads the page again, with the overlay as it is at first. */
    async reload(): Promise<void> {
      await forget();
      await learner().page.reload();
      await learner().content.getByText('Hallo Mia').waitFor();
      await handle().waitFor();
    },

    /** Answer of a button of a category: the line, and the text below it. */
    async ask(button: string, of: string): Promise<unknown> {
      await category(of).getByRole('button', { name: button, exact: true }).click();
      const name = `Antwort auf «${button}»`;
      const answer = overlay().getByRole('textbox', { name, exact: true });
      return JSON.parse(await answer.inputValue()) as unknown;
    },

    /** The lines of the list as somebody reads them, all of one moment: action and state. */
    lines: (): Promise<string[]> =>
      overlay()
        .locator('tbody tr:not(.testing-detail)')
        .evaluateAll((rows) =>
          rows.map((row) => {
            const [name, state] = ['th button', 'td'].map((cell) =>
              row.querySelector<HTMLElement>(cell)!.innerText.trim(),
            );
            return `${name!.replace(/^\S+\s+/, '')} ${state}`;
          }),
        ),
  };
}
