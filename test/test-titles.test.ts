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
  ['a group', `describe('in it', () => { it('is', () => {}); });`, ['in it › is']],
  ['a group without a test', `describe('in it', () => { check(); });`, []],
  ['a text with a variable', 'test(`is ${x}!`, () => {});', ['is …!']],
  ['a test among others at once', `test.concurrent('shows', () => {});`, ['shows']],
  ['a remark', `// test('shows', () => {});`, []],
  ['another function', `contest('shows', () => {});`, []],
])('%s', async (_what, source, titles) => {
  expect(await titlesOf(source)).toEqual(titles);
});

test.each([
  ['by columns', `[['red', 1], ['blue', 2]]`, '%s is %i', ['red is 1', 'blue is 2']],
  ['of a single column', `['red', 'blue']`, 'is %s', ['is red', 'is blue']],
  ['with a column of no title', `[['red', 'blue']]`, 'is %s', ['is red']],
  ['with a callback', `[['red', () => 'blue']]`, 'is %s', ['is red']],
  ['with a pattern', `[[/x/, 'red']]`, '%s is %s', ['%s is red']],
  ['as JSON', `[['red', true]]`, '%j is %j', ['"red" is true']],
  ['with a sign of its own', `['red']`, '100 %% %s', ['100 % red']],
  ['by properties', `[{ name: 'red', other: 'blue' }]`, 'is $name', ['is red']],
  ['by properties within', `[{ one: { name: 'red' } }]`, 'is $one.name', ['is red']],
  ['by a property that is not there', `[{ other: 'red' }]`, 'is $name', []],
  ['of fixed texts', `['red'] as const`, 'is %s', ['is red']],
  ['by its name', `[...all]`, 'is %s', ['is red']],
  ['by a name that stands for several', `several`, 'is %s', []],
  ['by a name that needs itself', `endless`, 'is %s', []],
  ['made of another', `all.map((one) => [1, one])`, '%i is %s', ['1 is red']],
  ['that may lack rows', `all.filter(isRight)`, 'is %s', []],
  ['of another file', `cases.map((one) => [one.name])`, '%s', ['of the other file']],
  ['of another file, by another name', `others`, '$name', ['of the other file']],
])('a table %s', async (_which, table, title, titles) => {
  const source = `
    import { cases, cases as others } from './cases.ts';
    const all: Row[] = ['red'];
    const endless = [...endless];
    { const several = ['red']; } { const several = ['blue']; }
    test.each<Row>(${table})('${title}', () => {});`;
  expect(await titlesOf(source)).toEqual([title, ...titles]);
});

test('a table of groups', async () => {
  const source = `describe.each(['red'])('%s', () => { test.for(['hot'])('%s', () => {}); });`;
  expect(await titlesOf(source)).toEqual(['%s › %s', '%s › hot', 'red › %s', 'red › hot']);
});

test.each([
  ['that is skipped', `test.skip('shows', () => {});`],
  ['that is to be written', `it.todo('shows');`],
  ['whose options skip it', `test('shows', { skip: true }, () => {});`],
  ['that fails', `test.fails('shows', () => {});`],
  ['that is skipped at times', `test.skipIf(isMac)('shows', () => {});`],
  ['that runs at times', `it.runIf(isRoot)('shows', () => {});`],
  ['in a group that is skipped', `describe.skip('in it', () => { it('is', () => {}); });`],
  [
    'in a group that runs at times',
    `describe.runIf(isRoot)('in it', () => { it('is', () => {}); });`,
  ],
  ['of a table that is skipped', `test.skip.each(['red'])('%s', () => {});`],
  ['of a table that runs at times', `test.runIf(isRoot).each(['red'])('%s', () => {});`],
])('a test %s does not count', async (_which, source) => {
  expect(await titlesOf(source)).toEqual([]);
});

test.each([
  ['it', `test.only('this', () => {}); test('other', () => {});`, ['this']],
  [
    'its group',
    `describe.only('in it', () => { it('is', () => {}); }); test('other', () => {});`,
    ['in it › is'],
  ],
  [
    'it within a group',
    `describe('in it', () => { it.only('is', () => {}); it('other', () => {}); });
    test('other', () => {});`,
    ['in it › is'],
  ],
])('only a test counts where %s is marked so', async (_what, source, titles) => {
  expect(await titlesOf(source)).toEqual(titles);
});
