import { mkdtemp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requireReplaceable } from '../src/output/course-folder.ts';
import { replaceFolder } from '../src/output/replace-folder.ts';

test('what somebody puts into the folder meanwhile stays', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'lectern-replace-'));
  const target = join(parent, 'course');
  const replacing = replaceFolder(target, requireReplaceable, async () => {
    await mkdir(target);
    await writeFile(join(target, 'thesis.txt'), 'a year of work');
  });
  await expect(replacing).rejects.toThrow('"thesis.txt"');
  expect(await readFile(join(target, 'thesis.txt'), 'utf8')).toBe('a year of work');
  expect(await readdir(parent)).toEqual(['course']);
  await rm(parent, { recursive: true });
});
