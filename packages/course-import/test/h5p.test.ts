import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { statementOf } from '../player/h5p/statements.ts';
import type { H5pCourse } from '../src/course.ts';
import { importPackage, type ImportOptions } from '../src/import-package.ts';
import { makeZip } from '../testing/index.ts';

let folder: string;
let options: ImportOptions;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-h5p-'));
  await mkdir(join(folder, 'player'));
  await writeFile(join(folder, 'player', 'index.html'), 'the player');
  await mkdir(join(folder, 'standalone'));
  await writeFile(join(folder, 'standalone', 'main.bundle.js'), '');
  options = {
    packageFile: join(folder, 'regen.h5p'),
    folder: join(folder, 'made'),
    playerFolder: join(folder, 'player'),
    h5pPlayerFolder: join(folder, 'standalone'),
  };
});
afterEach(() => rm(folder, { recursive: true }));

const h5pJson = {
  title: ' Regen ',
  mainLibrary: 'H5P.Own',
  preloadedDependencies: [{ machineName: 'H5P.Own', majorVersion: 1, minorVersion: '2' }],
};
const good = {
  'h5p.json': JSON.stringify(h5pJson),
  'content/content.json': '{}',
  'H5P.Own-1.2/library.json': JSON.stringify({
    preloadedJs: [{ path: 'scripts/own.js' }],
    preloadedCss: [{ path: './own.css' }],
    preloadedDependencies: [{ machineName: 'H5P.Inner', majorVersion: '3', minorVersion: 4 }],
  }),
  'H5P.Own-1.2/scripts/own.js': '',
  'H5P.Own-1.2/own.css': '',
  // Two libraries that need each other.
  'H5P.Inner/library.json': JSON.stringify({
    preloadedDependencies: h5pJson.preloadedDependencies,
  }),
};
const without = (name: keyof typeof good) =>
  Object.fromEntries(Object.entries(good).filter(([path]) => path !== name));

async function importing(
  files: Readonly<Record<string, string>>,
  more: Partial<ImportOptions> = {},
) {
  const entries = Object.entries(files).map(([name, content]) => ({ name, content }));
  await writeFile(options.packageFile, makeZip(entries));
  return importPackage({ ...options, ...more });
}

test('a package is written with the player that its author has named', async () => {
  const { course } = await importing(good);
  expect(course).toEqual({
    format: 2,
    standard: 'h5p',
    title: 'Regen',
    courseId: 'regen',
    issueId: '1',
    activityBase: 'urn:lectern:course:regen',
    storeId: 'regen',
    folder: 'content',
    playerFolder: 'h5p-player',
  });
  expect((await readdir(options.folder)).toSorted()).toEqual([
    'content',
    'course.json',
    'h5p-player',
    'index.html',
  ]);
  expect(await readFile(join(options.folder, 'content/content/content.json'), 'utf8')).toBe('{}');
});

test('a package whose folder was packed', async () => {
  const packed = Object.entries(good).map(([path, content]) => [`Mein Quiz/${path}`, content]);
  const { course } = await importing(Object.fromEntries([['Mein Quiz/', ''], ...packed]));
  expect(course).toMatchObject({ standard: 'h5p', folder: 'content/Mein%20Quiz' });
});

test('a title that is HTML', async () => {
  const title = 'Wie geht&#039;s? &amp;lt; &quot;Gut&quot; &auml;';
  const { course } = await importing({
    ...good,
    'h5p.json': JSON.stringify({ ...h5pJson, title }),
  });
  expect(course.title).toBe(`Wie geht's? &lt; "Gut" &auml;`);
});

test('folders of a package are no files', async () => {
  const { course } = await importing({ 'H5P.Own-1.2/': '', 'content/': '', ...good });
  expect(course.standard).toBe('h5p');
});

test.each([
  ['no content', () => importing(without('content/content.json')), /no content\/content\.json/],
  [
    'no library',
    () => importing(without('H5P.Own-1.2/library.json')),
    /needs "H5P\.Own-1\.2", which is/,
  ],
  [
    'a content that is no JSON',
    () => importing({ ...good, 'content/content.json': '{"a":1} x' }),
    /content\/content\.json is not JSON/,
  ],
  [
    'a content that is no object',
    () => importing({ ...good, 'content/content.json': '"a"' }),
    /content\/content\.json is not an object/,
  ],
  [
    'a library that is no JSON',
    () => importing({ ...good, 'H5P.Own-1.2/library.json': '{' }),
    /"H5P\.Own-1\.2\/library\.json" is not JSON/,
  ],
  [
    'no script of a library',
    () => importing(without('H5P.Own-1.2/scripts/own.js')),
    /"H5P\.Own-1\.2\/library\.json" lists "scripts\/own\.js", which is missing/,
  ],
  [
    'no style of a library',
    () => importing(without('H5P.Own-1.2/own.css')),
    /lists "\.\/own\.css", which is missing/,
  ],
  [
    'no library that a library needs',
    () => importing(without('H5P.Inner/library.json')),
    /"H5P\.Own-1\.2\/library\.json" needs "H5P\.Inner-3\.4", which is missing/,
  ],
  ['broken JSON', () => importing({ ...good, 'h5p.json': '{' }), /h5p\.json is not JSON/],
  ['no object', () => importing({ ...good, 'h5p.json': 'null' }), /h5p\.json is not an object/],
  [
    'another main library',
    () => importing({ ...good, 'h5p.json': JSON.stringify({ ...h5pJson, mainLibrary: 'H5P.X' }) }),
    /main library "H5P\.X"/,
  ],
  [
    'another folder as player',
    () => importing(good, { h5pPlayerFolder: folder }),
    /is not a "dist" folder of h5p-standalone/,
  ],
])('%s is refused', async (_what, refused, message) => {
  await expect(refused()).rejects.toThrow(message);
  expect(await readdir(folder)).not.toContain('made');
});

test('what the content names and the package has not is told', async () => {
  const content = {
    image: { path: 'images/a.png#tmp' },
    film: { path: 'https://example.org/a.mp4' },
    there: { path: 'images/b.png' },
    parts: [
      { library: 'H5P.Image 1.1', params: {} },
      { library: 'H5P.Own 1.2' },
      { library: 'H5P.Inner 9.9' },
    ],
  };
  const { warnings } = await importing({
    ...good,
    'content/content.json': JSON.stringify(content),
    'content/images/b.png': '',
  });
  expect(warnings.toSorted()).toEqual([
    'content/content.json names "H5P.Image-1.1", which is not in the package.',
    'content/content.json names "images/a.png", which is not in the package.',
  ]);
});

test('a content that is nested deeply', async () => {
  const depth = 100_000;
  const content = `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  expect((await importing({ ...good, 'content/content.json': content })).warnings).toEqual([]);
});

test('without a player it is refused', async () => {
  const { h5pPlayerFolder: _left, ...rest } = options;
  await writeFile(
    options.packageFile,
    makeZip(Object.entries(good).map(([name, content]) => ({ name, content }))),
  );
  await expect(importPackage(rest)).rejects.toThrow('--h5p-player');
});

describe('a statement of H5P', () => {
  const course = { activityBase: 'urn:x' } as H5pCourse;

  test('loses its actor and gets an id and a time', () => {
    const given = {
      actor: { account: { name: 'nobody' } },
      verb: { id: 'http://adlnet.gov/expapi/verbs/answered', display: { 'en-US': 'answered' } },
      object: { id: 'urn:x?subContentId=1', definition: { extensions: {} } },
      result: { score: { scaled: 1 }, response: 'y'.repeat(9_000) },
      context: { contextActivities: {} },
    };
    const statement = statementOf(course, given);
    expect(statement).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      timestamp: expect.stringMatching(/Z$/) as string,
      verb: given.verb,
      object: given.object,
      result: { score: { scaled: 1 }, response: 'y'.repeat(8_000) },
      context: given.context,
    });
  });

  test.each([
    ['compound', 'other'],
    [undefined, 'other'],
    ['choice', 'choice'],
  ])('asks in a way that xAPI knows: %j is %j', (interactionType, expected) => {
    const definition = { interactionType, correctResponsesPattern: [], choices: [{ id: '0' }] };
    const { choices, ...others } = definition;
    const given = { verb: { id: 'urn:v' }, object: { id: 'urn:x', definition } };
    expect(statementOf(course, given)?.object).toEqual({
      id: 'urn:x',
      definition: {
        ...others,
        interactionType: expected,
        ...(expected === 'choice' && { choices }),
      },
    });
  });

  test.each([
    [{ success: null, completion: true }, { completion: true }],
    [{ success: 1, duration: 'PT-3.2S' }, {}],
    [{ duration: 'PT3.25S', total: 3 }, { duration: 'PT3.25S' }],
    [{ score: 3, extensions: { 'urn:e': 1 } }, { extensions: { 'urn:e': 1 } }],
  ])('has a result with members that xAPI has: %j is %j', (result, expected) => {
    const given = { verb: { id: 'urn:v' }, object: {}, result };
    expect(statementOf(course, given)?.result).toEqual(expected);
  });

  test.each([
    [{ raw: 0, min: 0, max: 0 }, { raw: 0 }],
    [
      { raw: 1, min: 0, max: 2, scaled: 0.5 },
      { raw: 1, min: 0, max: 2, scaled: 0.5 },
    ],
    [{ raw: 3, max: 2, scaled: 1.5 }, { raw: 3 }],
    [{ raw: Number.NaN, max: 2, scaled: null }, { max: 2 }],
    [
      { raw: 1, max: 2 },
      { raw: 1, max: 2 },
    ],
    [{ scaled: 1 }, { scaled: 1 }],
  ])('has a score with bounds that xAPI has: %j is %j', (score, expected) => {
    const given = { verb: { id: 'urn:v' }, object: {}, result: { score, success: true } };
    expect(statementOf(course, given)?.result).toEqual({ score: expected, success: true });
  });

  test('is about the course where it names nothing', () => {
    expect(statementOf(course, { verb: { id: 'urn:v' }, object: {} })?.object.id).toBe('urn:x');
  });

  test.each([{}, { verb: 'answered', object: {} }, { verb: { id: 'urn:v' } }])(
    '%j is none',
    (given) => {
      expect(statementOf(course, given)).toBeUndefined();
    },
  );
});
