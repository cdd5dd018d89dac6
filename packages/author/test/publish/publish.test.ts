import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBeforeAll } from '@lectern/env/later';
import { expect, test, vi } from 'vitest';
import { publishFolder } from '../../src/publish/publish-folder.ts';
import { readPublication, type Publication } from '../../src/publish/read-publication.ts';
import { run as runCommand } from '../../src/run.ts';
import { goodFiles, goodManifest, makeFolder, writeAll } from './folder.ts';
import { startPublishingWorld } from './platform.ts';

const author = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

let courses = 0;

const world = startBeforeAll(startPublishingWorld);

/** A course that no other test has. */
const newManifest = () => ({
  ...goodManifest,
  course: { course_id: `kurs-${++courses}`, title: 'Am See' },
});

async function read(folder: string): Promise<Publication> {
  const publication = await readPublication(folder);
  if ('faults' in publication) throw new Error('The folder has faults.');
  return publication;
}

/** The bytes begin like a picture. */
const png = (size: number) =>
  Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(size)]);

/** Notes what is sent, by path, and may break it. */
function watched(breaks: (path: string, count: number) => boolean = () => false) {
  const paths: string[] = [];
  const send: typeof fetch = async (input, init) => {
    const path = new URL(input instanceof Request ? input.url : input).pathname;
    paths.push(init?.method === 'PATCH' ? 'PATCH' : path.replace(/^.*\//, ''));
    if (breaks(paths.at(-1)!, paths.length)) throw new TypeError('fetch failed');
    return fetch(input, init);
  };
  return { paths, send };
}

async function publish(folder: string, { paths, send } = watched()) {
  const outcome = await publishFolder(world.connect(send), await read(folder), { send });
  return { ...outcome, paths };
}

const currentOf = async (course_id: string) => {
  const issue = await world.database
    .selectFrom('clag.issues')
    .select('current_version')
    .where('course_id', '=', course_id)
    .executeTakeFirst();
  return issue?.current_version ?? null;
};

const environment = () => ({
  LECTERN_URL: world.url,
  LECTERN_ISSUER: world.issuer,
  LECTERN_PUBLISHER_CLIENT_SECRET: world.clientSecret,
});

/** Runs a command in this process. */
async function run(args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  for (const [name, value] of Object.entries({ ...environment(), ...variables }))
    vi.stubEnv(name, value);
  let stdout = '';
  let stderr = '';
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((stdout += text))),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((stderr += text))),
  ];
  try {
    return { code: await runCommand(args), stdout, stderr };
  } finally {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  }
}
const outputOf = async (...args: string[]) => {
  const { code, stdout, stderr } = await run(args);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
};

test('a folder is published with all its bytes, and a second run asks once and does nothing', async () => {
  const manifest = newManifest();
  const folder = await makeFolder(manifest);
  const first = await publish(folder);
  expect(first).toMatchObject({ version: 1, outcome: 'published', textsSent: 3, filesSent: 3 });
  expect(first.paths.filter((path) => path === 'PATCH')).toHaveLength(3);
  const second = await publish(folder);
  expect(second).toMatchObject({ version: 1, outcome: 'unchanged', paths: ['begin'] });
  const { course_id } = manifest.course;
  const { files } = await world.connect().clag.publishingGetFiles({
    body: { course_id, issue_id: 'see-1', paths: ['index.html', 'img/see.svg', 'weg.svg'] },
  });
  expect(files.map(({ path }) => path)).toEqual(['img/see.svg', 'index.html']);
});

test('a name has its accents in its letters or apart, in the folder, in the manifest and where it is asked for', async () => {
  const [together, apart] = ['Höhle', 'Ho\u0308hle'];
  const files = {
    ...goodFiles,
    [`${apart}.txt`]: 'Tropf.',
    [`${together}-2.txt`]: 'Tropf, tropf.',
    [`img/${apart}.svg`]: '<svg id="apart"/>',
    [`img/${together}-2.svg`]: '<svg id="together"/>',
  };
  const manifest = newManifest();
  const [first, second, ...topics] = manifest.topics;
  const named = {
    ...manifest,
    topics: [
      { ...first!, text: `${together}.txt` },
      { ...second!, text: `${apart}-2.txt` },
      ...topics,
    ],
    files: [...manifest.files, `img/${together}.svg`, `img/${apart}-2.svg`],
    public_files: [`img/${together}.svg`],
  };
  expect(await publish(await makeFolder(named, files))).toMatchObject({ outcome: 'published' });
  const { course_id } = manifest.course;
  const paths = [together, apart].flatMap((name) => [`img/${name}.svg`, `img/${name}-2.svg`]);
  const body = { course_id, issue_id: 'see-1', paths };
  const given = await world.connect().clag.publishingGetFiles({ body });
  expect(given.files.map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
  expect(new Set(given.files.map(({ content_hash }) => content_hash)).size).toBe(2);
});

test('only what has changed is sent', async () => {
  const folder = await makeFolder(newManifest());
  await publish(folder);
  await writeAll(folder, { 'img/see.svg': '<svg xmlns="http://www.w3.org/2000/svg" id="neu"/>' });
  expect(await publish(folder)).toMatchObject({ version: 2, textsSent: 0, filesSent: 1 });
  await writeAll(folder, { 'frage.txt': 'Zeichne auf.' });
  expect(await publish(folder)).toMatchObject({ version: 3, textsSent: 1, filesSent: 0 });
});

test('the same picture under two names is sent once', async () => {
  const files = {
    ...goodFiles,
    'img/kopie.svg': '<svg id="zweimal"/>',
    'img/zwei.svg': '<svg id="zweimal"/>',
  };
  expect(await publish(await makeFolder(newManifest(), files))).toMatchObject({ filesSent: 1 });
});

test('broken off at any request, the old version stays, and the next run goes on', async () => {
  const manifest = newManifest();
  const { course_id } = manifest.course;
  const folder = await makeFolder(manifest);
  await publish(folder);
  await writeAll(folder, {
    'frage.txt': `Neu ${course_id}.`,
    'img/see.svg': `<svg id="${course_id}"/>`,
    'img/tief/ente.svg': `<svg id="ente-${course_id}"/>`,
  });
  const whole = ['begin', 'addTexts', 'addFiles', 'save', 'PATCH', 'PATCH', 'switchOver'];
  for (let broken = 1; broken < whole.length; broken++) {
    const ended = new AbortController();
    const { send } = watched((_path, count) => {
      if (count === broken) ended.abort();
      return count >= broken;
    });
    const options = { send, signal: ended.signal };
    await expect(publishFolder(world.connect(send), await read(folder), options)).rejects.toThrow();
    expect(await currentOf(course_id)).toBe(1);
  }
  const last = await publish(folder);
  expect(last).toMatchObject({ version: 2, outcome: 'published' });
  expect(await currentOf(course_id)).toBe(2);
});

test('where the connection breaks during an upload, it is tried again', async () => {
  const manifest = newManifest();
  const folder = await makeFolder(manifest, {
    ...goodFiles,
    'img/see.svg': '<svg id="bricht-ab"/>',
  });
  let left = 1;
  const network = watched((path) => path === 'PATCH' && left-- > 0);
  const outcome = await publish(folder, network);
  expect(outcome.outcome).toBe('published');
  expect(network.paths.filter((path) => path === 'PATCH').length).toBeGreaterThan(1);
});

test('an answer that is lost after the last byte is asked for, and nothing is sent again', async () => {
  const folder = await makeFolder(newManifest(), {
    ...goodFiles,
    'img/see.svg': '<svg id="kam-an"/>',
  });
  const network = watched();
  let left = 1;
  const send: typeof fetch = async (input, init) => {
    const answer = await network.send(input, init);
    if (init?.method === 'PATCH' && left > 0) {
      left--;
      throw new TypeError('fetch failed');
    }
    return answer;
  };
  const { outcome, filesSent } = await publish(folder, { ...network, send });
  expect([outcome, left]).toEqual(['published', 0]);
  expect(network.paths.filter((path) => path === 'PATCH')).toHaveLength(filesSent);
});

test.each([
  ['to other bytes', '<svg id="erst-so"/>', '<svg id="dannso"/>'],
  ['to more', '<svg id="wenig"/>', '<svg id="viel-mehr"/>'],
  // As much as may come without the rest of a file.
  ['to fewer', 'x'.repeat(7 * 1024 ** 2), 'x'.repeat(6 * 1024 ** 2)],
])('a file that changes %s while it is published is not published half', async (_to, was, is) => {
  const manifest = newManifest();
  const folder = await makeFolder(manifest, { ...goodFiles, 'img/see.svg': was });
  const publication = await read(folder);
  await writeFile(join(folder, 'img/see.svg'), is);
  await expect(publishFolder(world.connect(), publication)).rejects.toThrow(
    /changed while it was being published/,
  );
  expect(await currentOf(manifest.course.course_id)).toBeNull();
});

test('of two who publish at once, one is told that the other has', async () => {
  const manifest = newManifest();
  const folder = await makeFolder(manifest);
  await publish(folder);
  const folders = [];
  for (const title of ['Eins', 'Zwei']) {
    folders.push(await makeFolder({ ...manifest, issue: { ...manifest.issue, title } }));
  }
  // Both have begun before either switches over.
  const bothAreThere = Promise.withResolvers<void>();
  let waiting = 0;
  const send: typeof fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url.endsWith('/switchOver')) {
      if (++waiting === 2) bothAreThere.resolve();
      await bothAreThere.promise;
    }
    return fetch(input, init);
  };
  const outcomes = await Promise.allSettled(
    folders.map(async (folder) => publishFolder(world.connect(send), await read(folder), { send })),
  );
  const lost = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(lost).toHaveLength(1);
  expect(String(lost[0]!.reason)).toMatch(/Somebody else has published this issue in the meantime/);
});

test('the command publishes, lists and rolls back', async () => {
  const manifest = newManifest();
  const name = `${manifest.course.course_id}/see-1`;
  const folder = await makeFolder(manifest);
  expect(await outputOf('publish', folder, '--check')).toBe(
    'No problems found: 3 topics, 1 exercise, 3 files.\n',
  );
  expect(await outputOf('publish', folder)).toContain(`${name} is version 1 now`);
  expect(await outputOf('publications', 'LECTERN')).toMatch(
    new RegExp(`${name}  Am See  version 1\\n  \\* 1  live since`),
  );
  expect(await outputOf('publish', folder)).toContain(`${name} is already at version 1`);
  await writeAll(folder, { 'frage.txt': 'Noch einmal.' });
  const second = await outputOf('publish', folder);
  expect(second).toContain('1 text sent\n');
  expect(second).toContain(`${name} is version 2 now`);
  expect(await outputOf('roll-back', folder)).toContain(
    `${name} is version 1 again, in place of 2`,
  );
  expect(await outputOf('publications', 'LECTERN')).toMatch(
    new RegExp(
      `${name}  Am See  version 1\\n    2  was live from .*\\n  \\* 1  live again, first from`,
    ),
  );
  expect(await run(['publications', 'ANOTHER'])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^You do not publish for this mandant.*\n$/),
  });
});

test('a fault ends the command with its place, and a wrong secret with a sentence', async () => {
  const folder = await makeFolder({ ...newManifest(), titel: 'x' });
  expect(await run(['publish', folder])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/lectern\.json:\d+:\d+: Unknown field "titel"/),
  });
  const good = await makeFolder(newManifest());
  const wrong = { LECTERN_PUBLISHER_CLIENT_SECRET: 'wrong' };
  expect(await run(['publish', good], wrong)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^Signing in at .* failed\. Are issuer, client and secret right\?\n$/,
    ),
  });
  expect(await run(['publish', good, '--issuer', 'http://localhost:9'])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Signing in at .* failed\. It cannot be reached\.\n$/),
  });
});

test('another server than the platform, and a path of it, are told from a refusal', async () => {
  const folder = await makeFolder(newManifest());
  for (const url of [world.issuer, `${world.url}/lectern/`])
    expect(await run(['publish', folder, '--url', url])).toMatchObject({
      code: 1,
      stderr: 'At this address there are no services of Lectern. Is --url right?\n',
    });
});

test('bytes that are not of their type are refused in words, and so is a wrong address', async () => {
  const manifest = { ...newManifest(), files: ['index.html', 'img/**'] };
  const folder = await makeFolder(manifest, { ...goodFiles, 'img/a.png': png(1) });
  const publication = await read(folder);
  // Of the same length: the command reads files once before it sends them.
  await writeAll(folder, { 'img/a.png': png(1).fill(0) });
  await expect(publishFolder(world.connect(), publication)).rejects.toThrow(
    'img/a.png: the content is not image/png. Readers still see the previous version.',
  );
  expect(await run(['publish', folder, '--url', 'http://localhost:9'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('img/a.png: The content of the file is not image/png.'),
  });
  await writeAll(folder, { 'img/a.png': png(1) });
  expect(await run(['publish', folder, '--url', 'http://localhost:9'])).toMatchObject({
    code: 1,
    stderr: 'http://localhost:9 cannot be reached.\n',
  });
});

test('where nobody reads what it says, the command ends without a stack trace', async () => {
  const command = spawn(process.execPath, [author, '--help'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  command.stdout.destroy();
  let output = '';
  command.stderr.on('data', (text: Buffer) => (output += String(text)));
  const code = await new Promise((resolve) => command.on('close', resolve));
  expect([code, output]).toEqual([0, '']);
});

test('a kill in the middle leaves the old version, and the next run goes on', async () => {
  const manifest = newManifest();
  const folder = await makeFolder(manifest);
  await publish(folder);
  const pictures = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`img/${index}.svg`, `<svg id="k${index}"/>`]),
  );
  await writeAll(folder, pictures);
  const command = spawn(process.execPath, [author, 'publish', folder], {
    env: { ...process.env, ...environment() },
  });
  await new Promise<void>((resolve) => {
    command.stdout.on('data', (text: Buffer) => {
      // The first file is there, others are not.
      if (!String(text).includes('sent')) return;
      command.kill('SIGKILL');
      resolve();
    });
  });
  const ended = await new Promise((resolve) =>
    command.on('close', (_code, signal) => resolve(signal)),
  );
  expect(ended).toBe('SIGKILL');
  expect(await currentOf(manifest.course.course_id)).toBe(1);
  const next = await publish(folder);
  expect(next).toMatchObject({ version: 2, outcome: 'published' });
  expect(next.filesSent).toBeLessThan(30);
});
