import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importPackage, type ImportOptions } from '../src/import-package.ts';
import { PackageRefused } from '../src/refusal.ts';
import { single12 } from '../testing/index.ts';

let parent: string;
let options: ImportOptions;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'lectern-replacing-'));
  await mkdir(join(parent, 'built', 'player'), { recursive: true });
  await writeFile(join(parent, 'built', 'index.html'), 'the player');
  await writeFile(join(parent, 'built', 'player', 'main.js'), '');
  await writeFile(join(parent, 'package.zip'), single12());
  options = {
    packageFile: join(parent, 'package.zip'),
    folder: join(parent, 'made', 'course'),
    playerFolder: join(parent, 'built'),
  };
});
afterEach(() => rm(parent, { recursive: true }));

const inFolder = (name: string) => join(options.folder, name);

/** Every file below the folder with its content. */
async function contents(): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(options.folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Map(
    await Promise.all(
      files.map(async ({ parentPath, name }): Promise<[string, string]> => {
        const path = join(parentPath, name);
        return [path, await readFile(path, 'utf8')];
      }),
    ),
  );
}

/** The import's message, once it is certain that nothing has changed. */
async function refusal(): Promise<string> {
  const before = await contents();
  const failure = await importPackage(options).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(PackageRefused);
  expect(await contents()).toEqual(before);
  expect(await readdir(join(parent, 'made'))).toEqual(['course']);
  return String(failure);
}

describe("a folder of somebody's own stays", () => {
  beforeEach(() => mkdir(options.folder, { recursive: true }));

  test('with a course.json and other files', async () => {
    await writeFile(inFolder('course.json'), '{"a":1}');
    await writeFile(inFolder('thesis.txt'), 'a year of work');
    expect(await refusal()).toMatch(/contains "thesis\.txt", which was not made by an import/);
  });

  test.each([
    '{"a":1}',
    '{"format":1}',
    'null',
    'no JSON',
    '{"format":"1.0","title":"T","standard":"x","courseId":"C","issueId":"1","activityBase":"u"}',
  ])('with a course.json of %s', async (text) => {
    await writeFile(inFolder('course.json'), text);
    expect(await refusal()).toMatch(/contains a "course\.json" that was not made by an import/);
  });

  test('with files of our names, but no course.json', async () => {
    await writeFile(inFolder('index.html'), 'my own page');
    expect(await refusal()).toMatch(/"index\.html" but no "course\.json"/);
  });
});

describe('a course with something added', () => {
  beforeEach(() => importPackage(options));

  test('is replaced where nothing was', async () => {
    await importPackage(options);
    expect((await readdir(options.folder)).toSorted()).toEqual([
      'content',
      'course.json',
      'index.html',
      'player',
    ]);
  });

  test.each(['thesis.txt', '.git', 'notes'])('stays with %s', async (name) => {
    await writeFile(inFolder(name), 'mine');
    expect(await refusal()).toMatch(/which was not made by an import/);
  });

  test('stays where one of our names is something else', async () => {
    await rm(inFolder('player'), { recursive: true });
    await symlink(parent, inFolder('player'));
    await expect(importPackage(options)).rejects.toThrow(
      'contains "player", which was not made by an import',
    );
  });

  test('is not said to be a folder where it is a file', async () => {
    await rm(options.folder, { recursive: true });
    await writeFile(options.folder, 'mine');
    await expect(importPackage(options)).rejects.toThrow('is not a folder');
    expect(await readFile(options.folder, 'utf8')).toBe('mine');
  });
});
