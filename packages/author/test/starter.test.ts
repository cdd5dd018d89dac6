import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Manifest } from '@lectern/contracts/calls/publishing/manifest';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const author = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const makeStarter = (folder: string) =>
  promisify(execFile)(process.execPath, [author, 'new', folder]);

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'lectern-new-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const inOneLine = (words: RegExp) => ({
  code: 1,
  stderr: expect.stringMatching(new RegExp(`^.*(${words.source}).*\\n$`)),
});

describe('a folder that cannot be made is said in one line', () => {
  test('a file, and what lies below one', async () => {
    const file = join(home, 'file');
    await writeFile(file, 'mine');
    await expect(makeStarter(file)).rejects.toMatchObject(inOneLine(/is a file/));
    const below = makeStarter(join(file, 'course'));
    await expect(below).rejects.toMatchObject(inOneLine(/below a file/));
  });

  test.runIf(process.platform === 'linux')('where the system makes none', async () => {
    const made = makeStarter('/proc/lectern-new/course');
    await expect(made).rejects.toMatchObject(inOneLine(/cannot be made|may not be written/));
  });

  // There not even root may.
  test.runIf(process.platform === 'linux')('without permission', async () => {
    const words = inOneLine(/may not be written by you \(E[A-Z]+\)/);
    await expect(makeStarter('/sys/lectern-new')).rejects.toMatchObject(words);
  });
});

test.each([
  ['new'],
  ['publish'],
  ['roll-back'],
  ['publications'],
  ['check', '--only', 'nothing'],
  ['simulate', '--port', 'none'],
])('%s called in another way than its help says ends with 2', async (...args) => {
  const called = promisify(execFile)(process.execPath, [author, ...args]);
  await expect(called).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^\S.+\n$/),
  });
});

test('what is made can be published as it is, under the names that its answers are saved with', async () => {
  const folder = join(home, 'course');
  await makeStarter(folder);
  const checked = await promisify(execFile)(process.execPath, [
    author,
    'publish',
    folder,
    '--check',
  ]);
  expect(checked).toMatchObject({
    stdout: 'No problems found: 1 topic, 1 exercise, 0 files.\n',
    stderr: '',
  });
  const manifest = JSON.parse(await readFile(join(folder, 'lectern.json'), 'utf8')) as Manifest;
  const script = await readFile(join(folder, 'main.js'), 'utf8');
  const [scope] = /\{\n {2}course_id_dto[^;]*/.exec(script) ?? [''];
  for (const id of [manifest.course.course_id, manifest.issue.issue_id])
    expect(scope).toContain(`'${id}'`);
  expect(script).toContain(`exerciseId = '${manifest.exercises?.[0]?.exercise_id}'`);
});

test('each way of not loading the answer has words of its own', async () => {
  const folder = join(home, 'course');
  await makeStarter(folder);
  await writeFile(
    join(folder, 'lib', 'lectern-sdk.js'),
    `export class BridgeError extends Error {}
    export const deepLink = () => ({});
    export const connect = async () => globalThis.container;`,
  );
  const elements = new Map<string, { textContent: string }>();
  const querySelector = (selector: string) => {
    const element = { textContent: '', addEventListener: () => {} };
    elements.set(selector, element);
    return element;
  };
  let show = () => {};
  const store = {
    status: {} as object,
    values: {},
    load: () => Promise.reject(new Error('No values.')),
    subscribe: (listener: () => void) => (show = listener),
  };
  const answered = () => Promise.resolve({});
  vi.stubGlobal('document', { querySelector });
  vi.stubGlobal('container', { store: () => store, getUser: answered, ready: answered });
  await import(join(folder, 'main.js'));
  const { BridgeError } = (await import(join(folder, 'lib', 'lectern-sdk.js'))) as {
    readonly BridgeError: new () => Error;
  };
  const errorOf = (code: string) => Object.assign(new BridgeError(), { code });
  const words = [
    { kind: 'loading' },
    { kind: 'loading', error: errorOf('UNAVAILABLE') },
    { kind: 'unreadable', error: errorOf('REFUSED') },
    { kind: 'unreadable', error: errorOf('NOT_LOGGED_IN') },
  ].map((status) => {
    store.status = status;
    show();
    return elements.get('#save-state')?.textContent;
  });
  expect(words).toEqual([
    'Deine Antwort wird geladen …',
    'Deine Antwort konnte noch nicht geladen werden. Neuer Versuch läuft …',
    'Deine Antwort konnte nicht geladen werden, darum wird hier nichts gespeichert.',
    'Melde dich an, damit deine Antwort gespeichert wird.',
  ]);
});

test('the next command can be copied, whatever the folder is called', async () => {
  const folder = join(home, "Tom's Bäume & Co", 'course');
  const { stdout } = await makeStarter(folder);
  expect(await readdir(folder)).toContain('index.html');
  const words = stdout.slice(stdout.indexOf('simulate ') + 'simulate '.length).trim();
  const output = await promisify(execFile)('sh', ['-c', `printf %s ${words}`]);
  expect(output.stdout).toBe(folder);
});
