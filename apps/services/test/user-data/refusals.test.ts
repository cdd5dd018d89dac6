import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { readLine } from '../../src/annotations/user-data/line.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SignedIn } from '@lectern/env/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { zipOf, zipOfFiles, type ZipEntry } from '../commands/zip-archive.ts';
import { changesIn, watchChanges } from '../fuzz/changes.ts';
import { codeOf, startTestPlatform, type TestPlatform } from '../platform.ts';
import { course_id, download, issue_id, unzip, upload } from './calls.ts';
import { noteContent, noteKey, store } from './content.ts';

let platform: TestPlatform;
let mia: SignedIn;
let ben: SignedIn;
/** Of mia, with a note, a removed note and a conflict copy. */
let good: Buffer;
let manifest: string;
let lines: string;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refusals-'));
  platform = await startTestPlatform();
  [mia, ben] = await Promise.all([
    platform.identityProvider.signIn('mia'),
    platform.identityProvider.signIn('ben'),
  ]);
  const issue = { subject: mia.subject, course_id, issue_id };
  const key = noteKey('a');
  for (const text of ['eins', 'zwei']) {
    await store(platform.database, issue, [{ key, content: noteContent(text) }]);
  }
  good = await download(platform, mia);
  const entries = await unzip(good);
  manifest = entries['user-data.json']!;
  lines = entries['issue-1.jsonl']!;
  await watchChanges(platform.database);
  await changesIn(platform.database).take();
  vi.stubEnv('TMPDIR', folder);
});
afterAll(async () => {
  await platform.close();
  await rm(folder, { recursive: true });
});

/** Nothing is stored, and nothing left behind. */
async function expectNothingKept() {
  expect(await changesIn(platform.database).take()).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
}

/** A file whose entries have these members, be they true or not. */
const zipWith = (
  ofIssue: Partial<ZipEntry>,
  more: readonly ZipEntry[] = [],
  ofManifest: Partial<ZipEntry> = {},
) =>
  zipOf([
    { name: 'user-data.json', content: manifest, ...ofManifest },
    { name: 'issue-1.jsonl', content: lines, ...ofIssue },
    ...more,
  ]);
const withLines = (content: string, more?: readonly ZipEntry[]) => zipWith({ content }, more);
const withManifest = (content: string) => zipWith({}, [], { content });
const line = (
  change: Readonly<Record<string, unknown>>,
  item: Readonly<Record<string, unknown>> = {},
) => {
  const [first] = lines.split('\n');
  const parsed = JSON.parse(first!) as Record<string, object>;
  return `${JSON.stringify({ ...parsed, ...change, item: { ...parsed['item'], ...item } })}\n`;
};
/** The offset of an entry's local header stands at byte 42 of its central header (APPNOTE, 4.3.12). */
const overlapping = () => {
  const zip = withLines(lines);
  const second = zip.lastIndexOf('PK\u0001\u0002', undefined, 'latin1');
  zip.writeUInt32LE(0, second + 42);
  return zip;
};
const zip64Of = async (zip: ZipFile) => {
  zip.end({ forceZip64Format: true, comment: '' });
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** Nearly six times what a line may hold. */
const bombSize = 30_000_000;

test('the control: the file itself, and one with zip64 records, are taken', async () => {
  expect(await upload(platform, ben, good)).toMatchObject({ restored_items_count: 2 });
  expect(await upload(platform, ben, withLines(lines))).toMatchObject({ result_state: 'IA_OK' });
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(manifest), 'user-data.json');
  zip.addBuffer(Buffer.from(lines), 'issue-1.jsonl', { forceZip64Format: true });
  const zip64 = await zip64Of(zip);
  expect(await upload(platform, ben, zip64)).toMatchObject({ result_state: 'IA_OK' });
  await changesIn(platform.database).take();
  expect(await readdir(folder)).toEqual([]);
});

test('a line that is nested very deeply is not given to a parser', () => {
  expect(() => readLine('['.repeat(1_000))).toThrow(
    expect.objectContaining({ cause: expect.objectContaining({ message: 'REQUEST_INVALID' }) }),
  );
});

describe('a file that is no zip of user data is refused, and nothing is kept', () => {
  const manyEntries = Array.from({ length: 2_000 }, (_, i) => ({ name: `${i}`, content: '' }));
  const reversed = () => lines.split('\n').toReversed().join('\n').trimStart() + '\n';
  const manifestAgain = () => [{ name: 'user-data.json', content: manifest }];
  const badText = () => lines.replace('zwei', 'zw\xffei');
  test.each<[string, () => Uint8Array]>([
    ['no zip', () => Buffer.from('Wasser')],
    ['of one byte', () => Buffer.from('P')],
    ['without entries', () => zipOf([])],
    ['cut off', () => good.subarray(0, good.length - 10)],
    ['cut off in the middle', () => good.subarray(0, good.length / 2)],
    ['another zip', () => zipOfFiles({ 'a.txt': 'a' })],
    ['with another entry', () => withLines(lines, [{ name: 'a.txt', content: 'a' }])],
    ['without the file of an issue', () => zipOfFiles({ 'user-data.json': manifest })],
    ['with an entry twice', () => withLines(lines, [{ name: 'issue-1.jsonl', content: lines }])],
    ['with the manifest twice', () => zipWith({}, manifestAgain())],
    ['that leads out of its folder', () => withLines(lines, [{ name: '../evil', content: 'a' }])],
    ['with an absolute path', () => withLines(lines, [{ name: '/etc/passwd', content: 'a' }])],
    ['with backslashes', () => withLines(lines, [{ name: '..\\evil', content: 'a' }])],
    ['whose manifest leads out', () => withManifest(manifest.replace('issue-1.j', '../issue-1.j'))],
    ['whose manifest is newer', () => withManifest(manifest.replace('"version":1', '"version":2'))],
    ['whose manifest is no JSON', () => withManifest('{')],
    ['whose manifest is long', () => withManifest(manifest + ' '.repeat(2_000_000))],
    ['encrypted', () => zipWith({ isEncrypted: true })],
    ['with a wrong checksum', () => zipWith({ claimedSum: 1 })],
    ['with a wrong checksum of the manifest', () => zipWith({}, [], { claimedSum: 1 })],
    ['longer than it claims', () => zipWith({ claimedSize: 10 })],
    ['shorter than it claims', () => zipWith({ claimedSize: 1_000_000 })],
    ['that claims to unpack to gigabytes', () => zipWith({ claimedSize: 4_000_000_000 })],
    ['whose entries share bytes', overlapping],
    ['a bomb of zeros', () => withLines('\0'.repeat(bombSize))],
    ['a bomb of spaces in a line', () => withLines(`${' '.repeat(bombSize)}\n${lines}`)],
    ['a bomb of empty lines', () => withLines('\n'.repeat(bombSize))],
    ['with too many entries', () => zipWith({}, manyEntries)],
    ['with lines that are no JSON', () => withLines('Wasser\n')],
    ['without the end of the last line', () => withLines(lines.trimEnd())],
    ['with a line twice', () => withLines(lines + lines)],
    ['with an item after the copies', () => withLines(reversed())],
    [
      'with the copies of an item apart',
      () => {
        const copyOf = (place: number, version: number) =>
          line(
            { is_conflict_copy: true },
            { note_id: `7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b0${place}`, version },
          );
        return withLines(copyOf(1, 1) + copyOf(2, 1) + copyOf(1, 2));
      },
    ],
    ['that is not UTF-8', () => zipWith({ content: Buffer.from(badText(), 'latin1') })],
  ])('%s', async (_name, zip) => {
    expect(await codeOf(upload(platform, mia, zip()))).toBe('FILE_NOT_USER_DATA');
    await expectNothingKept();
  });

  test.each<[string, () => string]>([
    ['of an unknown kind', () => line({ kind: 'toString' })],
    ['with an unknown field', () => line({ subject: 'ben' })],
    ['with an unknown field of the item', () => line({}, { surprise: 1 })],
    ['without topic', () => line({ topic_dto: undefined })],
    ['with topic and exercise', () => line({ exercise_dto: { exercise_id: 'e' } })],
    ['of an empty topic', () => line({ topic_dto: { topic_id: '' } })],
    ['with an id that is none', () => line({}, { note_id: 'x' })],
    ['of version 0', () => line({}, { version: 0 })],
    ['of a version without room for others', () => line({}, { version: 2_147_483_647 })],
    ['of a broken version', () => line({}, { version: 1.5 })],
    ['of no time', () => line({}, { updated_at: 'gestern' })],
    ['of a time that no calendar has', () => line({}, { updated_at: '2025-99-01T00:00:00.000Z' })],
    ['of a list of times', () => line({}, { updated_at: ['2025-01-01T00:00:00.000Z'] })],
    ['of the year 0', () => line({}, { updated_at: '0000-01-01T00:00:00.000Z' })],
    ['of a removal', () => line({}, { is_removed: true })],
    ['that settles copies', () => line({}, { settled_versions: [1] })],
    [
      'with a text that is too long',
      () => line({}, { content: { note_content_type: 'PLAIN_TEXT', text: 'x'.repeat(65_537) } }),
    ],
    ['with a NUL', () => line({}, { content: { note_content_type: 'PLAIN_TEXT', text: '\0' } })],
    ['with half a surrogate pair', () => line({}, { title: '\ud83d' })],
    ['with a __proto__ key', () => line({}).replace('{', '{"__proto__":{"polluted":true},')],
    [
      'nested deeply',
      () => line({}).replace('"kind"', `"x":${'['.repeat(5_000)}${']'.repeat(5_000)},"kind"`),
    ],
    ['null', () => 'null\n'],
  ])('with a line %s', async (_name, text) => {
    expect(await codeOf(upload(platform, mia, withLines(text())))).toBe('FILE_NOT_USER_DATA');
    // Nor is what came before it stored.
    const late = line({}, { note_id: '7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b01' }) + text();
    expect(await codeOf(upload(platform, mia, withLines(late)))).toBe('FILE_NOT_USER_DATA');
    await expectNothingKept();
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ['a size that is too small', { file_size: 10 }, 'FILE_SIZE_WRONG'],
  ['a size that is too large', { file_size: 100_000 }, 'FILE_SIZE_WRONG'],
  ['no size', { file_size: undefined }, 'REQUEST_INVALID'],
  ['a size of nothing', { file_size: 0 }, 'REQUEST_INVALID'],
  ['a size beyond the limit', { file_size: 300_000_000 }, 'REQUEST_INVALID'],
  ['a size that is no number', { file_size: 'x' }, 'REQUEST_INVALID'],
  ['another subject', { subject: 'demo-ben' }, 'SUBJECT_FORBIDDEN'],
  ['another course', { course_id: 'feuer', course_reference: 'feuer' }, 'FILE_OF_OTHER_ISSUE'],
  ['another issue', { issue_id: 'x', issue_reference: 'x' }, 'FILE_OF_OTHER_ISSUE'],
  ['the reference of another course', { course_reference: 'feuer' }, 'ISSUE_NOT_FOUND'],
  ['the reference of another issue', { issue_reference: 'x' }, 'ISSUE_NOT_FOUND'],
  ['a name that leads out', { file_name: '../evil.zip' }, 'REQUEST_INVALID'],
])('a form with %s is refused, and nothing is kept', async (_name, change, code) => {
  expect(await codeOf(upload(platform, mia, good, change))).toBe(code);
  await expectNothingKept();
});

test('more than an issue may hold is refused, and nothing of it is kept', async () => {
  const many = Array.from({ length: 2_001 }, (_, index) => {
    const end = String(index).padStart(12, '0');
    return line({}, { note_id: `7d1f7a52-5b0c-4b3a-9d5e-${end}` });
  });
  const full = withLines(many.join(''));
  expect(await codeOf(upload(platform, ben, full))).toBe('USER_DATA_FULL');
  await expectNothingKept();
});
