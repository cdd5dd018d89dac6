import type { Page } from 'playwright-core';

/** The consent dialog on a page, and what people do with it. */
export function consentDialogOf(page: () => Page) {
  return {
    /** The question of the first visit. */
    question: () => page().getByRole('dialog', { name: 'Cookies auf dieser Plattform' }),
    /** Where the choice is made in detail, also later. */
    settings: () => page().getByRole('dialog', { name: 'Cookie-Einstellungen' }),
    /** It was in front for as long as presses do nothing. */
    seen: () => page().locator('.consent-body[aria-disabled="false"]').waitFor(),
    press: (name: string) => page().getByRole('button', { name, exact: true }).click(),
    closed: () => page().locator('dialog[open]').waitFor({ state: 'detached' }),
  };
}
