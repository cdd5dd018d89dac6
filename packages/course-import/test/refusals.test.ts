import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultArchiveLimits } from '../src/archive/limits.ts';
import { importPackage, type ImportOptions } from '../src/import-package.ts';
import { PackageRefused } from '../src/refusal.ts';
import { makeZip, manifest12, single12, type ZipFileEntry } from '../testing/index.ts';

let folder: string;
let options: ImportOptions;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-import-'));
  await mkdir(join(folder, 'player'));
  await writeFile(join(folder, 'player', 'index.html'), 'the player');
  options = {
    packageFile: join(folder, 'package.zip'),
    folder: join(folder, 'made', 'course'),
    playerFolder: join(folder, 'player'),
  };
});
afterEach(() => rm(folder, { recursive: true }));

async function importing(bytes: Uint8Array, more: Partial<ImportOptions> = {}) {
  await writeFile(options.packageFile, bytes);
  return importPackage({ ...options, ...more });
}

const item = '<item identifier="I" identifierref="R-REGEN"><title>Regen</title></item>';
const good: readonly ZipFileEntry[] = [
  { name: 'imsmanifest.xml', content: manifest12('M', item) },
  { name: 'scormdriver/indexAPI.html', content: '<p>Regen</p>' },
];
const withEntry = (entry: ZipFileEntry) => makeZip([...good, entry]);
const withManifest = (content: string | Uint8Array) =>
  makeZip([{ name: 'imsmanifest.xml', content }, ...good.slice(1)]);
const manifest = manifest12('M', item);
const encryptedFlag = 0x0001;
const symbolicLink = 0o120777 * 2 ** 16;

const refusals: readonly [what: string, bytes: () => Uint8Array, message: RegExp][] = [
  ['no zip', () => Buffer.from('Guten Tag'), /not a readable zip/],
  ['an empty file', () => Buffer.alloc(0), /not a readable zip/],
  ['a zip that is cut off', () => single12().slice(0, -200), /not a readable zip/],
  [
    'no manifest',
    () => makeZip([{ name: 'index.html', content: '' }]),
    /neither imsmanifest\.xml nor h5p\.json/,
  ],
  [
    'several courses in one zip',
    () =>
      makeZip(['a', 'b'].map((name) => ({ name: `${name}/imsmanifest.xml`, content: manifest }))),
    /several imsmanifest\.xml/,
  ],
  [
    'broken XML',
    () => withManifest(manifest.replace('</item>', '')),
    /"imsmanifest\.xml", line \d+: is not well-formed/,
  ],
  ['an empty manifest', () => withManifest(''), /not well-formed|is empty/],
  [
    'a document type',
    () =>
      withManifest(manifest.replace('<manifest', '<!DOCTYPE manifest [<!ENTITY a "b">]><manifest')),
    /line 2: a document type/,
  ],
  [
    'an entity that XML has not',
    () => withManifest(manifest.replace('Regen', '&auml;')),
    /line \d+: is not well-formed/,
  ],
  [
    'deep nesting',
    () =>
      withManifest(
        manifest.replace(item, '<item identifier="X">'.repeat(500) + '</item>'.repeat(500)),
      ),
    /nested deeper than 200/,
  ],
  [
    'an unknown encoding',
    () => withManifest(manifest.replace('UTF-8', 'x-klingon')),
    /encoding "x-klingon" is unknown/,
  ],
  [
    'another encoding than it says',
    () => withManifest(Buffer.from(manifest.replace('Wasser', 'Wässer'), 'latin1')),
    /encoding "UTF-8" is not what/,
  ],
  ['another root', () => withManifest('<html/>'), /line 1: the root element is not a manifest/],
  [
    'another standard',
    () =>
      withManifest(
        manifest
          .replace('ADL SCORM', 'IMS Common Cartridge')
          .replace('>1.2<', '>1.3.0<')
          .replace('adlcp:scormtype="sco"', ''),
      ),
    /neither SCORM 1\.2 nor SCORM 2004, but "IMS Common Cartridge 1\.3\.0"/,
  ],
  [
    'no organization',
    () => withManifest(manifest.replace(/<organization .*<\/organization>/s, '')),
    /line \d+: there is no organization/,
  ],
  [
    'no item that shows a file',
    () => withManifest(manifest.replace(' identifierref="R-REGEN"', '')),
    /no item of the organization/,
  ],
  [
    'an item without identifier',
    () => withManifest(manifest.replace('identifier="I" ', '')),
    /line \d+: an item has no identifier/,
  ],
  [
    'an identifier twice',
    () => withManifest(manifest.replace(item, item + item)),
    /identifier "I" is used twice/,
  ],
  [
    'a missing resource',
    () => withManifest(manifest.replace('identifierref="R-REGEN"', 'identifierref="R-X"')),
    /line 5: there is no resource "R-X"/,
  ],
  [
    'a missing launch file',
    () => makeZip(good.slice(0, 1)),
    /"imsmanifest\.xml", line \d+: the launch file "scormdriver\/indexAPI\.html" is not in the package/,
  ],
  [
    'a launch file in other letters',
    () => makeZip([good[0]!, { name: 'scormdriver/IndexAPI.html', content: '' }]),
    /there is "scormdriver\/IndexAPI\.html"; case matters/,
  ],
  [
    'a launch file elsewhere',
    () =>
      withManifest(manifest.replaceAll('scormdriver/indexAPI.html', 'https://example.org/a.html')),
    /lies outside the package/,
  ],
  [
    'a script in its place',
    () => withManifest(manifest.replaceAll('scormdriver/indexAPI.html', 'javascript:alert(1)')),
    /lies outside the package/,
  ],
  [
    'a path out of the folder',
    () => withEntry({ name: '../evil.html', content: '' }),
    /leads out of it: "\.\.\/evil\.html"/,
  ],
  [
    'the same with backslashes',
    () => withEntry({ name: 'a\\..\\..\\evil.html', content: '' }),
    /leads out of it/,
  ],
  ['an absolute path', () => withEntry({ name: '/etc/evil', content: '' }), /absolute path/],
  ['a drive', () => withEntry({ name: 'C:\\evil.html', content: '' }), /absolute path/],
  [
    'a control character in a name',
    () => withEntry({ name: 'a\u001b[2J.html', content: '' }),
    /no file can have: "a\?\[2J\.html"/,
  ],
  [
    'a file where a folder is',
    () => withEntry({ name: 'scormdriver', content: '' }),
    /cannot be written beside another/,
  ],
  [
    'a symbolic link',
    () => withEntry({ name: 'link', content: '/etc/passwd', externalAttributes: symbolicLink }),
    /is a symbolic link/,
  ],
  [
    'an encrypted file',
    () => withEntry({ name: 'secret.html', content: 'x', flags: encryptedFlag }),
    /"secret\.html" is encrypted/,
  ],
  [
    'a damaged file',
    () => withEntry({ name: 'a.html', content: 'x', claimedCrc32: 1 }),
    /"a\.html" is damaged/,
  ],
  [
    'a file longer than it says',
    () => withEntry({ name: 'a.html', content: 'x'.repeat(5_000), claimedSize: 10 }),
    /"a\.html" cannot be unpacked/,
  ],
];

describe('what is refused', () => {
  test.each(refusals)('%s', async (_what, bytes, message) => {
    const failure = await importing(bytes()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PackageRefused);
    expect(String(failure)).toMatch(message);
    // Nothing half-written, under no name.
    const left = await readdir(join(folder, 'made')).catch(() => []);
    expect(left).toEqual([]);
  });

  test('a package that unpacks to too much', async () => {
    const limits = { ...defaultArchiveLimits, totalInBytes: 1_000 };
    await expect(
      importing(withEntry({ name: 'a', content: 'x'.repeat(2_000) }), { limits }),
    ).rejects.toThrow('unpacks to more than 1000 bytes');
  });

  test('a bomb', async () => {
    const limits = { ...defaultArchiveLimits, ratioAppliesFromInBytes: 1_000_000 };
    await expect(
      importing(withEntry({ name: 'a', content: Buffer.alloc(2_000_000) }), { limits }),
    ).rejects.toThrow('looks like a zip bomb');
  });

  test('too many files', async () => {
    const limits = { ...defaultArchiveLimits, entries: 1 };
    await expect(importing(makeZip(good), { limits })).rejects.toThrow('more than 1 entries');
  });

  test('a folder that holds something else, which stays', async () => {
    await mkdir(options.folder, { recursive: true });
    await writeFile(join(options.folder, 'thesis.txt'), 'a year of work');
    await expect(importing(makeZip(good))).rejects.toThrow('not made by an import');
    expect(await readFile(join(options.folder, 'thesis.txt'), 'utf8')).toBe('a year of work');
  });
});

describe('what is written', () => {
  test('the files untouched, the player, and the course', async () => {
    await importing(makeZip(good));
    const files = await readdir(options.folder, { recursive: true });
    expect(files.toSorted()).toEqual([
      'content',
      'content/imsmanifest.xml',
      'content/scormdriver',
      'content/scormdriver/indexAPI.html',
      'course.json',
      'index.html',
    ]);
    expect(await readFile(join(options.folder, 'content/imsmanifest.xml'), 'utf8')).toBe(manifest);
    expect(await readdir(join(folder, 'made'))).toEqual(['course']);
  });

  test('a second import in place of the first, which stays where the second is refused', async () => {
    await importing(withEntry({ name: 'old.html', content: '' }));
    await expect(importing(withEntry({ name: 'a', content: '', claimedCrc32: 7 }))).rejects.toThrow(
      'damaged',
    );
    expect(await readdir(join(options.folder, 'content'))).toContain('old.html');
    await importing(makeZip(good));
    expect(await readdir(join(options.folder, 'content'))).not.toContain('old.html');
    expect(await readdir(join(folder, 'made'))).toEqual(['course']);
  });

  test('nothing where the import is interrupted', async () => {
    await expect(importing(makeZip(good), { signal: AbortSignal.abort() })).rejects.toThrow(
      'aborted',
    );
    expect(await readdir(join(folder, 'made'))).toEqual([]);
  });
});
