import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isFields, staticValue } from './static-value.ts';
import { readSource } from './syntax-tree.ts';
import { testTitles } from './test-titles.ts';

/*
 * Every sentence that both sides of the bridge keep to has an id, and a test whose title carries it. One
 * without a test is a promise that nobody looks after; a test with an id that is none shows a sentence
 * that is gone.
 */
const checkout = fileURLToPath(new URL('..', import.meta.url));
const rulesFile = join(checkout, 'packages/sdk/src/protocol/rules.ts');

const ids = readIds();
/** Any id of these groups, whether there is such a rule or not. */
const pattern = new RegExp(
  `\\b(?:${[...new Set(ids.map((id) => id.replace(/\d+$/, '')))].join('|')})\\d+\\b`,
  'g',
);
const shownBy = readShownBy();

function readIds(): readonly string[] {
  const table = readSource(rulesFile).constants.get('rules');
  const rules = table && staticValue(table, rulesFile);
  return isFields(rules) ? [...rules.keys()] : [];
}

/** The tests whose titles carry an id, by that id. */
function readShownBy(): ReadonlyMap<string, readonly string[]> {
  const tests = testFiles().flatMap((path) =>
    testTitles(join(checkout, path)).flatMap((title) =>
      (title.match(pattern) ?? []).map((id) => ({ id, test: `${path} › ${title}` })),
    ),
  );
  const grouped = Map.groupBy(tests, ({ id }) => id);
  return new Map([...grouped].map(([id, named]) => [id, named.map(({ test: title }) => title)]));
}

function testFiles(): readonly string[] {
  return ['apps', 'dev', 'packages'].flatMap((group) =>
    readdirSync(join(checkout, group), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.test\.tsx?$/.test(path) && !path.includes('node_modules'))
      .map((path) => join(group, path)),
  );
}

test('the rules are found', () => {
  expect(ids.length).toBeGreaterThanOrEqual(38);
});

test.each(ids)('%s is shown by a test', (id) => {
  expect(shownBy.get(id) ?? []).not.toEqual([]);
});

describe('a test names no rule that does not exist', () => {
  test.each([...shownBy.keys()])('%s', (id) => {
    expect(ids, shownBy.get(id)?.join('\n')).toContain(id);
  });
});
