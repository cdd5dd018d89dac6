import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { faultsOf, readRequirements } from './specification-table.ts';

/*
 * `docs/xapi.md` says of each section of xAPI 1.0.3 and 2.0 which tests show that the record store keeps it.
 * It is worth only as much as it is complete, and as the tests that it names are there.
 */
const checkout = fileURLToPath(new URL('..', import.meta.url));
const document = join(checkout, 'docs/xapi.md');
const requirements = readRequirements(document);

/** The least number of rows of each section that demands something of a store: none vanishes unseen. */
const rowsMinimum: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'xAPI 1.0.3, Data': {
    '2.2': 13,
    '2.3.1': 3,
    '2.3.2': 4,
    '2.4': 1,
    '2.4.1': 1,
    '2.4.2.1': 2,
    '2.4.2.2': 3,
    '2.4.2.3': 1,
    '2.4.2.4': 1,
    '2.4.3': 3,
    '2.4.4': 1,
    '2.4.4.1': 6,
    '2.4.4.2': 1,
    '2.4.4.3': 3,
    '2.4.5': 1,
    '2.4.5.1': 2,
    '2.4.6': 2,
    '2.4.6.1': 1,
    '2.4.6.2': 2,
    '2.4.7': 1,
    '2.4.8': 1,
    '2.4.9': 3,
    '2.4.10': 2,
    '2.4.11': 1,
    '2.5': 2,
    '2.6': 4,
    '3.1': 1,
    '4.1': 2,
    '4.2': 1,
    '4.3': 1,
    '4.4': 1,
    '4.5': 2,
    '4.6': 2,
  },
  'xAPI 1.0.3, Communication': {
    '1.1': 1,
    '1.3': 4,
    '1.4': 1,
    '1.5.1': 2,
    '1.5.2': 10,
    '2.0': 1,
    '2.1.1': 2,
    '2.1.2': 4,
    '2.1.3': 21,
    '2.1.4': 2,
    '2.2': 6,
    '2.3': 3,
    '2.4': 3,
    '2.5': 2,
    '2.6': 2,
    '2.7': 2,
    '2.8': 2,
    '3.0': 1,
    '3.1': 3,
    '3.2': 8,
    '3.3': 4,
    '4.0': 2,
    '4.2': 1,
  },
  'xAPI 2.0 (IEEE 9274.1.1)': {
    '4.1': 1,
    '4.1.3.2': 2,
    '4.1.4': 2,
    '4.1.6.1': 3,
    '4.1.6.7': 1,
    '4.2.2.5': 3,
    '4.2.4.2': 1,
    '4.2.4.3': 2,
    '4.2.5': 1,
    '4.2.7': 2,
  },
};

test.each(requirements)('$part $section: $text', ({ tests }) => {
  expect(faultsOf(tests, checkout)).toEqual([]);
});

describe.each(Object.entries(rowsMinimum))('%s', (part, sections) => {
  const rows = requirements.filter((row) => row.part === part);

  test.each(Object.entries(sections))('%s has at least %i rows', (section, minimum) => {
    expect(rows.filter((row) => row.section === section).length).toBeGreaterThanOrEqual(minimum);
  });

  test('has no section that is counted nowhere', () => {
    expect(rows.map(({ section }) => section).filter((one) => !(one in sections))).toEqual([]);
  });

  test('says nothing twice of a section', () => {
    const texts = rows.map(({ section, text }) => `${section}: ${text}`);
    expect(texts).toHaveLength(new Set(texts).size);
  });
});

test('there is no part that is counted nowhere', () => {
  expect(requirements.map(({ part }) => part).filter((one) => !(one in rowsMinimum))).toEqual([]);
});

test('every path of the document leads somewhere', () => {
  const paths = readFileSync(document, 'utf8').matchAll(
    /`((?:apps|dev|docs|packages|test)\/[^`]*)`/g,
  );
  for (const [, path = ''] of paths) expect(existsSync(join(checkout, path)), path).toBe(true);
});
