import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openArchive, type Archive } from '../src/archive/archive.ts';
import { defaultArchiveLimits } from '../src/archive/limits.ts';
import { findZip } from '../src/archive/zip-range.ts';
import { makeZip, type ZipFileEntry } from '../testing/index.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-archive-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function pathsOf(
  entries: readonly ZipFileEntry[],
  limits = defaultArchiveLimits,
): Promise<readonly string[]> {
  const archive = await opened(makeZip(entries), limits);
  archive.close();
  return [...archive.paths];
}

async function opened(bytes: Uint8Array, limits = defaultArchiveLimits): Promise<Archive> {
  const path = join(folder, 'package.zip');
  await writeFile(path, bytes);
  return openArchive(path, limits);
}

async function textsOf(bytes: Uint8Array): Promise<Readonly<Record<string, string>>> {
  const archive = await opened(bytes);
  const texts: Record<string, string> = {};
  for (const path of archive.paths)
    texts[path] = Buffer.from(await archive.read(path, 1_000_000)).toString();
  archive.close();
  return texts;
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

describe('what stands around the zip', () => {
  const entries = [
    { name: 'a.html', content: 'a'.repeat(300) },
    { name: 'b.html', content: 'b', isStored: true },
  ];
  const texts = { 'a.html': 'a'.repeat(300), 'b.html': 'b' };
  const zip = makeZip(entries);
  const program = Buffer.from('MZ a small program that unpacks what follows. '.repeat(50));
  /** Offsets of a zip, counted from the beginning of the file that it stands in. */
  const moved = makeZip(entries, program.length);
  const withComment = Buffer.concat([
    zip.subarray(0, -2),
    Buffer.from([5, 0]),
    Buffer.from('Hallo'),
  ]);
  const endRecord = Buffer.from(zip.subarray(-22));

  test.each([
    ['nothing', zip],
    ['zeros after it', Buffer.concat([zip, Buffer.alloc(50)])],
    ['many zeros after it', Buffer.concat([zip, Buffer.alloc(200_000)])],
    ['a page after it', Buffer.concat([zip, Buffer.from('<!doctype html><p>PK</p>')])],
    ['a comment', withComment],
    ['a comment, and zeros after it', Buffer.concat([withComment, Buffer.alloc(9)])],
    [
      'a comment that looks like an end',
      Buffer.concat([zip.subarray(0, -2), Buffer.from([22, 0]), endRecord]),
    ],
    ['a program before it', Buffer.concat([program, zip])],
    ['a program before it, which offsets count from', Buffer.concat([program, moved])],
    ['both', Buffer.concat([program, zip, Buffer.alloc(9)])],
  ])('%s', async (_what, bytes) => {
    expect(await textsOf(bytes)).toEqual(texts);
  });

  /** The same as Zip64 (APPNOTE, section 4.3.14), with an extensible data sector. */
  function zip64(sectorInBytes: number, startInBytes = 0): Buffer {
    const list = endRecord.readUInt32LE(12);
    const record = Buffer.alloc(56 + sectorInBytes);
    record.writeUInt32LE(0x06064b50, 0);
    record.writeBigUInt64LE(BigInt(record.length - 12), 4);
    for (const at of [24, 32]) record.writeBigUInt64LE(BigInt(entries.length), at);
    record.writeBigUInt64LE(BigInt(list), 40);
    record.writeBigUInt64LE(BigInt(endRecord.readUInt32LE(16) + startInBytes), 48);
    const locator = Buffer.alloc(20);
    locator.writeUInt32LE(0x07064b50, 0);
    locator.writeBigUInt64LE(BigInt(zip.length - endRecord.length + startInBytes), 8);
    locator.writeUInt32LE(1, 16);
    const end = Buffer.from(endRecord);
    end.fill(0xff, 8, 20);
    const before = startInBytes === 0 ? zip : moved;
    return Buffer.concat([before.subarray(0, -22), record, locator, end]);
  }

  test.each([
    ['nothing', zip64(0)],
    ['more than the record has to hold', zip64(40)],
    ['a program before it', Buffer.concat([program, zip64(0)])],
    [
      'a program before it, which offsets count from',
      Buffer.concat([program, zip64(0, program.length)]),
    ],
    [
      'a program before it, which offsets count from, and more in the record',
      Buffer.concat([program, zip64(40, program.length)]),
    ],
  ])('Zip64: %s', async (_what, bytes) => {
    expect(await textsOf(bytes)).toEqual(texts);
  });

  test('many false ends cost no read each', async () => {
    const path = join(folder, 'package.zip');
    await writeFile(path, Buffer.concat([zip, Buffer.from('PK\u0005\u0006'.repeat(16_384))]));
    const file = await open(path);
    const read = vi.spyOn(file, 'read');
    expect(await findZip(file)).toEqual({ start: 0, end: zip.length });
    expect(read.mock.calls.length).toBeLessThan(5);
    await file.close();
  });

  test('an end that no directory stands before is none', async () => {
    const lone = Buffer.concat([Buffer.from('Guten Tag '.repeat(20)), endRecord]);
    await expect(opened(lone)).rejects.toThrow('not a readable zip');
  });
});

describe('a name twice', () => {
  const first = { name: 'a.html', content: 'before' };

  test.each([
    ['with the same bytes', { ...first }, 'before', []],
    [
      'with other bytes: the later one counts',
      { name: './a.html', content: 'after' },
      'after',
      ['The package has "a.html" twice: the later one counts.'],
    ],
    ['as one entry that is listed twice', { ...first, claimedOffset: 0 }, 'before', []],
  ])('%s', async (_what, second, text, warnings) => {
    const bytes = makeZip([first, second]);
    expect(await textsOf(bytes)).toEqual({ 'a.html': text });
    const archive = await opened(bytes);
    archive.close();
    expect(archive.warnings).toEqual(warnings);
  });
});

test.each([
  ['./a.html', 'a.html'],
  ['./x/./b.html', 'x/b.html'],
  ['x//c.html', 'x/c.html'],
  ['.\\x\\d.html', 'x/d.html'],
])('the name %s is %s', async (name, path) => {
  expect(
    await pathsOf([
      { name: './', content: '' },
      { name: 'x/', content: '' },
      { name, content: '' },
    ]),
  ).toEqual([path]);
});
