import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testTitles } from './test-titles.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-titles-'));
  await writeFile(
    join(folder, 'cases.ts'),
    `export const cases: readonly Case[] = [{ name: 'of the other file', run: () => {} }];`,
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function titlesOf(source: string): Promise<readonly string[]> {
  const file = join(folder, `${crypto.randomUUID()}.test.ts`);
  await writeFile(file, source);
  return testTitles(file);
}

test.each([
  ['a test', `test('shows', () => {});`, ['shows']],
  ['a group', `describe('in it', () => { it('is', () => {}); });`, ['in it', 'in it › is']],
  ['a text with a variable', 'test(`is ${x}!`, () => {});', ['is …!']],
  [
    'a table',
    `test.each<Row>([['red', 1], ['blue', 2]])('%s is %i', () => {});`,
    ['%s is %i', 'red is %i', 'blue is %i'],
  ],
  [
    'a table by its name',
    `const all: Row[] = [['red', 1]]; test.each([...all])('is %s', () => {});`,
    ['is %s', 'is red'],
  ],
  [
    'a table of another file',
    `import { cases } from './cases.ts'; test.each(cases.map((one) => [one.name]))('%s', () => {});`,
    ['%s', 'of the other file'],
  ],
  ['a test that is skipped', `test.skip('shows', () => {});`, []],
  ['a test that is to be written', `it.todo('shows');`, []],
  ['a test that fails', `test.fails('shows', () => {});`, []],
  ['a group that is skipped', `describe.skip('in it', () => { it('is', () => {}); });`, []],
  ['a table that is skipped', `test.skip.each(['red'])('%s', () => {});`, []],
  ['a remark', `// test('shows', () => {});`, []],
  ['another function', `contest('shows', () => {});`, []],
])('%s', async (_what, source, titles) => {
  expect(await titlesOf(source)).toEqual(titles);
});
