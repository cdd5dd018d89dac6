import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const checkout = fileURLToPath(new URL('..', import.meta.url));
const sheets = globSync('{apps,dev,packages}/**/*.css', {
  cwd: checkout,
  exclude: ['**/node_modules', '**/dist'],
});

/** Declarations of a style sheet, by the selectors that they are for. */
const rules = sheets.flatMap((sheet) =>
  [...readFileSync(join(checkout, sheet), 'utf8').matchAll(/([^{};/]+)\{([^{}]*)\}/g)].map(
    ([, selector = '', declarations = '']) => ({
      name: `${sheet}: ${selector.trim()}`,
      selector: selector.trim(),
      declarations,
    }),
  ),
);
const rulesWhere = (isMeant: (rule: (typeof rules)[number]) => boolean) =>
  rules.filter(isMeant).map(({ name, declarations }) => [name, declarations] as const);

const pages = rulesWhere(
  ({ selector, declarations }) =>
    /^(:root|html|body)$/.test(selector) && /^\s*font:/m.test(declarations),
);
test.each(pages)('text keeps its size on a phone that is turned: %s', (_, declarations) => {
  expect(declarations).toMatch(/^\s*-webkit-text-size-adjust: 100%;\s+text-size-adjust: 100%;$/m);
});

const sideways = rulesWhere(({ declarations }) => /overflow-x: (auto|scroll)/.test(declarations));
test.each(sideways)('a swipe at its end does not leave the page: %s', (_, declarations) => {
  expect(declarations).toMatch(/overscroll-behavior: contain/);
});
