import { chmod, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { manifestJsonSchema } from '@lectern/contracts/calls/publishing/manifest';
import { expect, test } from 'vitest';
import { textOf } from '../../src/publish/fault.ts';
import { readPublication } from '../../src/publish/read-publication.ts';
import { goodFiles, goodManifest, makeFolder, writeAll } from './folder.ts';

type Manifest = typeof goodManifest;

/** The messages about a folder, with `lectern.json` in place of its whole name. */
async function faultsOf(folder: string): Promise<string> {
  const read = await readPublication(folder);
  return 'faults' in read
    ? textOf(read.faults).replaceAll(join(folder, ''), '').replaceAll(/^\//gm, '')
    : '';
}

/** The line of the manifest on which a text stands first. */
const lineOf = (manifest: unknown, text: string) =>
  JSON.stringify(manifest, null, 2)
    .split('\n')
    .findIndex((line) => line.includes(text)) + 1;

test('a folder without faults is read, and an exercise stands where its topic does', async () => {
  const folder = await makeFolder();
  const read = await readPublication(folder);
  if ('faults' in read) throw new Error(textOf(read.faults));
  expect(read.begin.topics).toMatchObject([
    { topic_id: 'ufer', thema_id: 'ufer', sub_thema_number: 1 },
    { topic_id: 'schilf', thema_id: 'ufer', sub_thema_number: 1 },
    { topic_id: 'enten', thema_id: 'ufer', sub_thema_number: 2 },
  ]);
  expect([...read.texts.values()]).toEqual([
    'Schilf wächst dicht.',
    'Enten gründeln.',
    'Schreibe auf.',
  ]);
  expect(
    read.files.map(({ path, media_type, is_public }) => [path, media_type, is_public]),
  ).toEqual([
    ['img/see.svg', 'image/svg+xml', false],
    ['img/tief/ente.svg', 'image/svg+xml', false],
    ['index.html', 'text/html', true],
  ]);
});

test('the source of a formula is no text of its page', async () => {
  const formula =
    '<math><semantics><mi>π</mi><annotation encoding="application/x-tex">\\pi</annotation></semantics></math>';
  const page = `<section id="schilf"><p>Etwa ${formula}</p></section><p id="enten">Enten</p>`;
  const read = await readPublication(
    await makeFolder(goodManifest, { ...goodFiles, 'index.html': page }),
  );
  if ('faults' in read) throw new Error(textOf(read.faults));
  expect([...read.texts.values()][0]).toBe('Etwa\nπ');
});

const changed = (change: (manifest: Manifest & Record<string, unknown>) => void) => {
  const copy = structuredClone(goodManifest) as Manifest & Record<string, unknown>;
  change(copy);
  return copy;
};

test.each<[string, ReturnType<typeof changed>, at: string, words: string]>([
  ['an unknown field', changed((m) => (m['titel'] = 'x')), '"titel"', 'Unknown field "titel"'],
  [
    'an unknown field of a topic',
    changed((m) => ((m.topics[1] as Record<string, unknown>)['page'] = 1)),
    '"page"',
    'Unknown field "page"',
  ],
  [
    'a field of another type',
    changed((m) => (m.course.title = 7 as never)),
    '"title": 7',
    '"title" must be a text',
  ],
  ['an empty title', changed((m) => (m.issue.title = '')), '"title": ""', '"title" is empty'],
  [
    'a title that is too long',
    changed((m) => (m.issue.title = 'x'.repeat(256))),
    '"title": "xxx',
    '"title" is longer than 255 characters',
  ],
  [
    'a channel that there is not',
    changed((m) => (m.issue.distribution_channel = 'WEB')),
    '"WEB"',
    'must be one of UNDEFINED, APP, WEBPUB',
  ],
  [
    'a kind of exercise that there is not',
    changed((m) => (m.exercises[0]!.exercise_type = 'ESSAY')),
    '"ESSAY"',
    'must be one of EXERCISE_TYPE_UNDEFINED',
  ],
  [
    'a topic twice',
    changed((m) => (m.topics[2]!.topic_id = 'schilf')),
    'never: see below',
    'The topic "schilf" appears twice',
  ],
  [
    'a topic above that there is not',
    changed((m) => (m.topics[1]!.parent_topic_id = 'nirgends')),
    '"nirgends"',
    'There is no topic "nirgends"',
  ],
  [
    'an exercise of no topic',
    changed((m) => (m.exercises[0]!.topic_id = 'nirgends')),
    '"nirgends"',
    'belongs to no topic',
  ],
  [
    'a text that is not there',
    changed((m) => (m.topics[1]!.text = 'weg.html')),
    '"weg.html"',
    'There is no file "weg.html"',
  ],
  [
    'an element that is not there',
    changed((m) => (m.topics[1]!.text = 'index.html#weg')),
    '"index.html#weg"',
    'no element with the id "weg"',
  ],
  [
    'a text outside of the folder',
    changed((m) => (m.topics[1]!.text = '../../../etc/hosts.txt')),
    '"../../../etc/hosts.txt"',
    '(There is no file|points outside the folder)',
  ],
  [
    'a text that is no text',
    changed((m) => (m.topics[1]!.text = 'img/see.svg')),
    '"text": "img/see.svg"',
    'neither HTML',
  ],
  [
    'a file that is not there',
    changed((m) => m.files.push('weg.css')),
    '"weg.css"',
    'There is no file "weg.css"',
  ],
  [
    'a folder in place of its files',
    changed((m) => m.files.push('img/tief/')),
    '"img/tief/"',
    '"img/tief/" is a folder: write "img/tief/\\*\\*"',
  ],
  [
    'a file in other letters',
    changed((m) => m.files.push('IMG/See.SVG')),
    '"IMG/See.SVG"',
    'no file "IMG/See.SVG", but "img/see.svg"',
  ],
  [
    'a type of an extension without its dot',
    changed((m) => (m['media_types'] = { glb: 'model/gltf-binary' })),
    '"glb"',
    'not a file name extension such as .glb',
  ],
  [
    'a pattern that no file fits',
    changed((m) => m.files.push('ton/**')),
    '"ton/**"',
    'No file matches "ton/\\*\\*"',
  ],
  [
    'a file outside of the folder',
    changed((m) => m.files.push('../weg.css')),
    '"../weg.css"',
    'points outside the folder',
  ],
  [
    'an absolute file',
    changed((m) => m.files.push('/etc/passwd')),
    '"/etc/passwd"',
    'points outside the folder',
  ],
  [
    'a public file that is not published',
    changed((m) => m.public_files.push('frage.txt')),
    'never: see below',
    'not among the files',
  ],
])('%s is said with its line', async (_title, manifest, at, words) => {
  const folder = await makeFolder(manifest);
  const line = lineOf(manifest, at);
  const where = line > 0 ? `lectern\\.json:${line}:\\d+` : 'lectern\\.json:\\d+:\\d+';
  expect(await faultsOf(folder)).toMatch(new RegExp(`^${where}: .*${words}`));
});

test.each<[string, string, where: string, words: string]>([
  ['a comma too many', '{\n  "course": {},\n}', '3:1', 'comma too many'],
  ['a comment', '{\n  // nothing\n}', '2:3', 'no comments'],
  ['a text that is not closed', '{\n  "a": "b\n}', '2:8', 'not closed'],
  ['a name twice', '{\n  "a": 1,\n  "a": 2\n}', '3:3', '"a" appears twice'],
  ['nothing', '', '1:1', 'The manifest is empty'],
  ['white space', ' \n', '1:1', 'The manifest is empty'],
  ['a list', '[]', '1:1', 'must be an object'],
])('%s is no manifest', async (_title, text, where, words) => {
  const folder = await makeFolder(text);
  const first = (await faultsOf(folder)).split('\n')[0];
  expect(first).toMatch(new RegExp(`^lectern\\.json:${where}: .*${words}`));
});

test('what is missing is said at the object that lacks it', async () => {
  const manifest = changed(
    (m) => delete (m.exercises[0] as Partial<Manifest['exercises'][0]>).title,
  );
  const line = lineOf(manifest, '"exercise_id"') - 1;
  expect(await faultsOf(await makeFolder(manifest))).toMatch(
    new RegExp(`^lectern\\.json:${line}:\\d+: "title" is missing: a text is needed`),
  );
});

test('all faults are said at once, in the order of their lines', async () => {
  const manifest = changed((m) => {
    m.topics[1]!.text = 'weg.html';
    m.files.push('weg.css');
  });
  const lines = (await faultsOf(await makeFolder(manifest))).split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('weg.html');
  expect(lines[1]).toContain('weg.css');
});

test('links are not followed, wherever they lead', async () => {
  const folder = await makeFolder();
  await symlink('/etc/hostname', join(folder, 'img', 'host.svg'));
  expect(await faultsOf(folder)).toMatch(/"img\/host\.svg" is a link/);
  const other = await makeFolder(changed((m) => (m.files = ['index.html', 'mehr/**'])));
  await symlink(folder, join(other, 'mehr'));
  expect(await faultsOf(other)).toMatch(/"mehr" is a link/);
});

test('what begins with a dot is not published', async () => {
  const folder = await makeFolder(
    changed((m) => (m.files = ['**'])),
    {
      ...goodFiles,
      '.env': 'SECRET=1',
      '.git/config': 'x',
    },
  );
  await writeFile(join(folder, 'frage.txt'), 'Schreibe.');
  const read = await readPublication(folder);
  if ('faults' in read) throw new Error(textOf(read.faults));
  expect(read.files.map(({ path }) => path)).not.toContain('.env');
  expect(read.files.map(({ path }) => path)).toContain('lectern.json');
});

test('a type that is not known is asked for, and can be named', async () => {
  const manifest = changed((m) => (m.files = ['modell.glb']));
  manifest.public_files = [];
  const files = { ...goodFiles, 'modell.glb': 'x' };
  expect(await faultsOf(await makeFolder(manifest, files))).toMatch(
    /type of "modell\.glb" is not known. Add \.glb to "media_types"/,
  );
  const named = { ...manifest, media_types: { '.GLB': 'model/gltf-binary' } };
  expect(await faultsOf(await makeFolder(named, files))).toBe('');
  const nameless = { ...manifest, files: ['LIESMICH'] };
  expect(await faultsOf(await makeFolder(nameless, { ...files, LIESMICH: 'x' }))).toMatch(
    /type of "LIESMICH" is not known. Give its name an extension, or leave/,
  );
});

test('a name may begin with ./, and hold what is special in patterns', async () => {
  const names = ['img/bild[1].svg', 'img/{neu}.svg', 'img/!.svg'];
  const manifest = changed((m) => (m.files = ['./index.html', ...names]));
  manifest.public_files = ['./index.html', names[0]!];
  const files = { ...goodFiles, ...Object.fromEntries(names.map((name) => [name, '<svg/>'])) };
  const read = await readPublication(await makeFolder(manifest, files));
  if ('faults' in read) throw new Error(textOf(read.faults));
  const isPublic = Object.fromEntries(read.files.map((file) => [file.path, file.is_public]));
  expect(isPublic).toEqual({
    'index.html': true,
    [names[0]!]: true,
    [names[1]!]: false,
    [names[2]!]: false,
  });
});

test('what tools have put into the folder is named', async () => {
  const manifest = changed((m) => (m.files = ['**']));
  const files = {
    ...goodFiles,
    'node_modules/vite/index.js': 'x',
    'img/node_modules.svg': '<svg/>',
  };
  expect(await hintsOf(await makeFolder(manifest, files))).toMatch(
    /^lectern\.json:\d+:\d+: Hint: 1 of the files are below node_modules\. Is the built folder meant\?$/,
  );
});

test.skipIf(process.getuid?.() === 0)('what may not be read is named', async () => {
  const folder = await makeFolder();
  await chmod(join(folder, 'img/see.svg'), 0);
  expect(await faultsOf(folder)).toBe('img/see.svg: It cannot be read (EACCES).');
});

/** Hints of a folder that can be published, as {@link faultsOf}. */
async function hintsOf(folder: string): Promise<string> {
  const read = await readPublication(folder);
  if ('faults' in read) throw new Error(textOf(read.faults));
  return textOf(read.hints).replaceAll(join(folder, '/'), '');
}

test('a file whose bytes are not of its type is said before anything is sent', async () => {
  const files = {
    ...goodFiles,
    'img/a.png': '<!doctype html>',
    'img/b.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]),
    'img/c.jpg': new Uint8Array([0xff, 0xd8]),
  };
  expect(await faultsOf(await makeFolder(goodManifest, files))).toBe(
    'img/a.png: The content of the file is not image/png.\nimg/c.jpg: The content of the file is not image/jpeg.',
  );
});

test('an empty file is named, and can be published', async () => {
  const folder = await makeFolder(goodManifest, { ...goodFiles, 'img/a.png': '' });
  expect(await hintsOf(folder)).toBe('img/a.png: Hint: the file is empty.');
});

test('who names no product hears that nobody has a licence, unless all is public', async () => {
  const manifest = changed((m) => (m.product_references = []));
  const line = lineOf(manifest, '"product_references"');
  expect(await hintsOf(await makeFolder(manifest))).toMatch(
    new RegExp(`^lectern\\.json:${line}:3: Hint: no product is named`),
  );
  const open = { ...manifest, public_files: ['**'] };
  expect(await hintsOf(await makeFolder(open))).toBe('');
  expect(await hintsOf(await makeFolder())).toBe('');
});

test('a page that is not UTF-8 is said', async () => {
  const folder = await makeFolder();
  await writeAll(folder, { 'index.html': new Uint8Array([0x3c, 0xff, 0xfe]) });
  expect(await faultsOf(folder)).toContain('"index.html" is not UTF-8');
});

test('a folder without manifest says so', async () => {
  const folder = await makeFolder();
  expect(await faultsOf(join(folder, 'img'))).toMatch(/lectern\.json: There is no such file/);
});

test('the schema for editors is that of the command', async () => {
  const file = new URL('../../lectern.schema.json', import.meta.url);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(
    JSON.parse(JSON.stringify(manifestJsonSchema())),
  );
});
