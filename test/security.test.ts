import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { faultsOf, readAttacks } from './specification-table.ts';

/*
 * `docs/security.md` says of each attack what is expected and which tests show it. Tests speak of its rows by
 * number, so the numbers stay, and each row has a test that carries its own.
 */
const checkout = fileURLToPath(new URL('..', import.meta.url));
const document = join(checkout, 'docs/security.md');
const attacks = readAttacks(document);
/** The least number of rows: none vanishes from the end. */
const rowsMinimum = 112;

test('the rows are numbered one after another', () => {
  expect(attacks.length).toBeGreaterThanOrEqual(rowsMinimum);
  expect(attacks.map(({ number }) => number)).toEqual(attacks.map((_, index) => index + 1));
});

test.each(attacks)('row $number says what is expected: $attack', ({ expected }) => {
  expect(expected).not.toBe('');
});

test.each(attacks)('row $number has a test of its number: $attack', ({ number, tests }) => {
  expect(faultsOf(tests, checkout)).toEqual([]);
  expect(tests.map(({ title }) => title).join()).toMatch(new RegExp(`\\brow ${number}\\b`));
});

test('every folder that a boundary lives in is there', () => {
  const paths = readFileSync(document, 'utf8').matchAll(
    /`((?:apps|dev|docs|packages|test)\/[^`]+)`/g,
  );
  for (const [, path = ''] of paths) expect(existsSync(join(checkout, path)), path).toBe(true);
});
