import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { outlineOf, textIn, type Cmi5Structure } from '../src/cmi5-structure.ts';
import { importPackage, type ImportOptions } from '../src/import-package.ts';
import { structureHashOf } from '../src/manifest/structure-text.ts';
import { makeZip, manifest12, single12 } from '../testing/index.ts';

let folder: string;
let options: ImportOptions;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-cmi5-'));
  await mkdir(join(folder, 'player', 'player'), { recursive: true });
  await writeFile(join(folder, 'player', 'index.html'), 'the player');
  await writeFile(join(folder, 'player', 'cmi5.html'), 'the start page');
  await writeFile(join(folder, 'player', 'player', 'a.js'), '');
  options = {
    packageFile: join(folder, 'wetter.zip'),
    folder: join(folder, 'made'),
    playerFolder: join(folder, 'player'),
  };
});
afterEach(() => rm(folder, { recursive: true }));

const base = 'https://verlag.example/wetter';
const titled = (title: string) =>
  `<title><langstring lang="de-CH">${title}</langstring></title>
   <description><langstring lang="de-CH">Über ${title}</langstring></description>`;
const au = (name: string, url = `${name}/index.html`) =>
  `<au id="${base}/${name}" moveOn="Completed">${titled(name)}<url>${url.replaceAll('&', '&amp;')}</url></au>`;
const course = (parts: string) =>
  `<courseStructure xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd">
     <course id="${base}">${titled('Wetter')}</course>${parts}
   </courseStructure>`;
const parts = `${au('wind')}<block id="${base}/himmel">${titled('himmel')}${au('wolken')}</block>`;
const files = (root = '') => [
  { name: `${root}wind/index.html`, content: 'Wind' },
  { name: `${root}wolken/index.html`, content: 'Wolken' },
];
const packed = (xml = course(parts), root = '') =>
  makeZip([{ name: `${root}cmi5.xml`, content: xml }, ...files(root)]);

async function importing(bytes: Uint8Array | string, more: Partial<ImportOptions> = {}) {
  const whole = { ...options, ...more };
  await writeFile(whole.packageFile, bytes);
  return importPackage(whole);
}
const made = (name: string) => readFile(join(options.folder, name), 'utf8');
const structure = async () => JSON.parse(await made('cmi5-structure.json')) as Cmi5Structure;
const urls = async () => (await structure()).aus.map(({ url }) => url);

describe('a package', () => {
  test('becomes its files, a start page, and a structure whose hash is the file’s', async () => {
    const { course: imported, warnings } = await importing(packed());
    expect(warnings).toEqual([]);
    expect(imported).toEqual({
      format: 2,
      standard: 'cmi5',
      title: 'Wetter',
      courseId: base,
      issueId: '1',
      activityBase: `urn:lectern:course:${encodeURIComponent(base)}`,
    });
    expect((await readdir(options.folder)).toSorted()).toEqual([
      'cmi5-structure.json',
      'content',
      'course.json',
      'index.html',
      'player',
    ]);
    expect(await made('index.html')).toBe('the start page');
    expect(await made('content/wolken/index.html')).toBe('Wolken');
    expect(JSON.parse(await made('course.json'))).toEqual(imported);
    const bytes = await readFile(join(options.folder, 'cmi5-structure.json'));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(
      structureHashOf(await structure()),
    );
  });

  test.each([
    ['wind/index.html', 'content/wind/index.html'],
    ['/wind/index.html', 'content/wind/index.html'],
    ['./a/../wind/index.html?n=1&x=%20#teil', 'content/wind/index.html?n=1&x=%20#teil'],
    ['../../wind/index.html', 'content/wind/index.html'],
    ['https://anderswo.example/wind.html', 'https://anderswo.example/wind.html'],
    ['//anderswo.example/wind.html', '//anderswo.example/wind.html'],
  ])('launches %s as %s, from the start page', async (url, expected) => {
    await importing(packed(course(au('wind', url))));
    expect(await urls()).toEqual([expected]);
  });

  test('may lie one folder deep', async () => {
    await importing(packed(course(parts), 'Mein #1/'));
    expect(await urls()).toEqual([
      'content/Mein%20%231/wind/index.html',
      'content/Mein%20%231/wolken/index.html',
    ]);
    expect(await made('content/Mein #1/wind/index.html')).toBe('Wind');
  });

  test.each([
    ['a unit’s file that is not there', course(au('regen')), 'regen/index.html'],
    ['no structure', '<html/>', 'cmi5.xml'],
  ])('with %s is refused, and nothing is written', async (_, xml, words) => {
    await expect(importing(packed(xml))).rejects.toThrow(words);
    await expect(readdir(options.folder)).rejects.toThrow('ENOENT');
  });

  test('of SCORM that has a cmi5.xml somewhere stays one of SCORM', async () => {
    const item = '<item identifier="I" identifierref="R-REGEN"><title>Regen</title></item>';
    const { course: imported } = await importing(
      makeZip([
        { name: 'imsmanifest.xml', content: manifest12('M', item) },
        { name: 'scormdriver/indexAPI.html', content: 'Regen' },
        { name: 'cmi5.xml', content: course(parts) },
      ]),
    );
    expect(imported.standard).toBe('scorm-1.2');
    expect(await made('index.html')).toBe('the player');
  });
});

describe('cmi5.xml by itself', () => {
  const file = () => ({ packageFile: join(folder, 'kurs.xml') });

  test('is a course whose units are elsewhere', async () => {
    const { course: imported } = await importing(
      course(au('wind', 'https://anderswo.example/wind.html')),
      { ...file(), courseId: 'wetter', issueId: 'w-1' },
    );
    expect(imported).toMatchObject({ courseId: 'wetter', issueId: 'w-1' });
    expect(await urls()).toEqual(['https://anderswo.example/wind.html']);
    expect(await readdir(options.folder)).not.toContain('content');
  });

  test('is refused where a unit would be in a package', async () => {
    await expect(importing(course(parts), file())).rejects.toThrow('no package that contains it');
  });
});

describe('a manifest for publishing', () => {
  const publisher = { mandantIdentifier: 'LECTERN', productReferences: ['wetter-2027'] };

  test('has blocks and units as topics in their order, and the structure', async () => {
    await importing(packed(), { courseId: 'wetter', publisher });
    expect(JSON.parse(await made('lectern.json'))).toEqual({
      mandant_identifier: 'LECTERN',
      course: { course_id: 'wetter', title: 'Wetter' },
      issue: { issue_id: '1', title: 'Wetter', distribution_channel: 'WEBPUB' },
      product_references: ['wetter-2027'],
      topics: [
        { topic_id: `${base}/wind`, title: 'wind' },
        { topic_id: `${base}/himmel`, title: 'himmel' },
        { topic_id: `${base}/wolken`, parent_topic_id: `${base}/himmel`, title: 'wolken' },
      ],
      files: ['cmi5-structure.json'],
    });
  });

  test('of the author’s own outlives an import, unless that makes one', async () => {
    await importing(packed());
    await writeFile(join(options.folder, 'lectern.json'), '{"eigenes":1}');
    await importing(packed());
    expect(await made('lectern.json')).toBe('{"eigenes":1}');
    await importing(packed(), { publisher });
    expect(await made('lectern.json')).toContain('wetter-2027');
  });

  test('is made of no course of another standard', async () => {
    await expect(importing(single12(), { publisher })).rejects.toThrow('Only courses by cmi5');
  });
});

describe('the outline', () => {
  const texts = { title: { de: '' }, description: {} };
  const unit = (id: string, parent?: string) => ({
    id,
    ...(parent !== undefined && { parent_id: parent }),
    ...texts,
    url: 'x',
    launch_method: 'AnyWindow' as const,
    move_on: 'Passed' as const,
  });

  test('puts blocks where their first unit stands', () => {
    const inner = { id: 'b2', parent_id: 'b1', ...texts };
    const blocks = [{ id: 'b1', ...texts }, inner, { id: 'b3', ...texts }];
    const aus = [unit('a1'), unit('a2', 'b2'), unit('a3', 'b1'), unit('a4'), unit('a5', 'b3')];
    const nodes = outlineOf({ id: 'c', ...texts, blocks, aus });
    const named = (list: typeof nodes): unknown =>
      list.map((entry) => ('au' in entry ? entry.au.id : [entry.block.id, named(entry.children)]));
    expect(named(nodes)).toEqual(['a1', ['b1', [['b2', ['a2']], 'a3']], 'a4', ['b3', ['a5']]]);
  });

  test('of a structure that was damaged is none', () => {
    const damaged = { id: 'c', ...texts, blocks: [], aus: [unit('a', 'weg')] };
    expect(() => outlineOf(damaged)).toThrow('no block weg');
  });

  test.each([
    [{ de: 'Wind', fr: 'Vent' }, 'fr-CH', 'Vent'],
    [{ 'de-CH': 'Wind', 'en-US': 'Wind (en)' }, 'de', 'Wind'],
    [{ fr: 'Vent', und: 'Wind' }, 'it-CH', 'Wind'],
    [{ fr: 'Vent' }, 'de', 'Vent'],
    [{}, 'de', ''],
  ])('shows of %j for %s %j', (given, language, shown) => {
    expect(textIn(given, language)).toBe(shown);
  });
});
