import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readShellSettings } from '../src/operations/process-settings.ts';
import { run } from './process.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-settings-'));
  file = join(folder, 'shell.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const read = (configuration = file) =>
  readShellSettings({
    LECTERN_SHELL_DIRECTORY: '/shell',
    LECTERN_CONFIGURATION: configuration,
  });

const document = '{"environment":{"basicSecret":"geheim"}}';
const byteOrderMark = '\ufeff';

test('without a folder of the shell no document is looked for', () => {
  expect(readShellSettings({ LECTERN_CONFIGURATION: file })).toEqual({});
});

test.each([document, byteOrderMark + document])('%j is the document', async (text) => {
  await writeFile(file, text);
  expect(read()).toEqual({ shell: { directory: '/shell', configuration: document } });
});

test.each<[string, string | Buffer, string]>([
  ['nothing', '', 'is empty'],
  ['a byte order mark and blanks', `${byteOrderMark}\n `, 'is empty'],
  ['a comma too many', '{\n  "secret": "geheim",\n}', 'is not JSON: line 3, column 1'],
  ['a comma too few', '{ "secret": "geheim" "b": 1 }', 'is not JSON: line 1, column 22'],
  // V8 says no place for these, but quotes them.
  ['a word', '{"secret": geheim}', 'is not JSON'],
  ['half a document', '{"secret":', 'is not JSON'],
  ['quotes that look like a place', '(line 1 column 2)', 'is not JSON'],
  ['Latin-1', Buffer.from('{"a":"geheim\u00fc"}', 'latin1'), 'is not written in UTF-8'],
  ['UTF-16', Buffer.from(byteOrderMark + document, 'utf16le'), 'is not written in UTF-8'],
])('%s is refused with a sentence', async (_what, text, what) => {
  await writeFile(file, text);
  expect(read).toThrow(
    expect.objectContaining({
      name: 'SettingProblem',
      message: `LECTERN_CONFIGURATION names ${file}, which ${what}.`,
    }),
  );
});

test('what is no file is refused with a sentence', async () => {
  expect(() => read()).toThrow(`LECTERN_CONFIGURATION names ${file}, which does not exist.`);
  expect(() => read(folder)).toThrow(`LECTERN_CONFIGURATION names ${folder}, which is a folder.`);
  await writeFile(file, document);
  const below = join(file, 'x.json');
  expect(() => read(below)).toThrow(`LECTERN_CONFIGURATION names ${below}, which does not exist.`);
});

test('the process ends with the sentence, and with all else that is wrong', async () => {
  await writeFile(file, `${byteOrderMark}{"secret": "geheim",}`);
  const services = run({
    // An address without a server.
    DATABASE_URL: 'postgresql://127.0.0.1:1/lectern',
    LECTERN_PORT: '0',
    LECTERN_ISSUER: 'https://login.example',
    LECTERN_SERVICES_CLIENT_ID: 'services',
    LECTERN_SERVICES_CLIENT_SECRET: 'secret',
    LECTERN_CLIENT_IDS: 'shell',
    LECTERN_SHELL_DIRECTORY: folder,
    LECTERN_CONFIGURATION: file,
  });
  expect(await services.exited).toEqual([2, null]);
  expect(services.output().split('\n')).toEqual([
    `LECTERN_CONFIGURATION names ${file}, which is not JSON: line 1, column 21.`,
    expect.stringMatching(/^The database of DATABASE_URL .* cannot be used: .*ECONNREFUSED/),
    '',
  ]);
});
