import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openArchive } from '../src/archive/archive.ts';
import { defaultArchiveLimits } from '../src/archive/limits.ts';
import { makeZip, type ZipFileEntry } from '../src/testing/index.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-archive-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function pathsOf(
  entries: readonly ZipFileEntry[],
  limits = defaultArchiveLimits,
): Promise<readonly string[]> {
  const path = join(folder, 'package.zip');
  await writeFile(path, makeZip(entries));
  const archive = await openArchive(path, limits);
  archive.close();
  return [...archive.paths];
}

/** Bytes of a local header before the name (APPNOTE, section 4.3.7). */
const headerLengthInBytes = 30;

describe('entries that overlap', () => {
  test('are refused where they are one', async () => {
    const entry = { name: 'a.html', content: 'x'.repeat(1_000) };
    await expect(pathsOf([entry, { ...entry, name: 'b.html', claimedOffset: 0 }])).rejects.toThrow(
      '"a.html" and "b.html" overlap',
    );
  });

  test("are refused where one's header is in another's data", async () => {
    const inner = makeZip([{ name: 'b.html', content: 'b', isStored: true }]);
    const outer = { name: 'a.html', content: inner, isStored: true };
    const claimedOffset = headerLengthInBytes + outer.name.length;
    await expect(
      pathsOf([outer, { name: 'b.html', content: 'b', isStored: true, claimedOffset }]),
    ).rejects.toThrow('"a.html" and "b.html" overlap');
  });

  test('are refused by a single byte', async () => {
    const first = { name: 'a.html', content: 'abc', isStored: true };
    const second = { name: 'b.html', content: 'abc', isStored: true };
    expect(await pathsOf([first, second])).toEqual(['a.html', 'b.html']);
    const length = headerLengthInBytes + first.name.length + first.content.length;
    await expect(pathsOf([first, { ...second, claimedOffset: length - 1 }])).rejects.toThrow(
      '"a.html" and "b.html" overlap',
    );
  });
});

test('what it unpacks to is held against the size of the zip, not of what entries claim', async () => {
  const content = Buffer.alloc(100_000);
  const copies = Array.from({ length: 200 }, (_, index) => ({
    name: `${index}.html`,
    // Their own bytes are few; each claims those of the first.
    content: '',
    isStored: true,
    claimedSize: content.length,
    claimedPackedSize: content.length,
    claimedOffset: 0,
  }));
  const limits = { ...defaultArchiveLimits, ratioAppliesFromInBytes: 1_000_000 };
  await expect(
    pathsOf([{ name: 'a.html', content, isStored: true }, ...copies], limits),
  ).rejects.toThrow('zip bomb');
});

test('a path longer than file systems have', async () => {
  await expect(pathsOf([{ name: `${'d/'.repeat(3_000)}x`, content: '' }])).rejects.toThrow(
    'a path of more than 4096 bytes',
  );
});

test('names that only some systems can have are kept', async () => {
  const names = ['CON', 'aux.html', 'nul.', 'x ', '10:30.html', 'می‌خواهم.html', 'a\u202Eb.html'];
  expect(await pathsOf(names.map((name) => ({ name, content: '' })))).toEqual(names);
});
