import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveFolder, type FolderServer } from '../src/server/folder-server.ts';
import { ask } from './ask.ts';

let place: string;
let served: FolderServer;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'lectern-served-'));
  const folder = join(place, 'course');
  for (const one of ['.git', '.well-known', 'part'])
    await mkdir(join(folder, one), { recursive: true });
  const files = [
    'index.html',
    'part/index.html',
    '.env',
    '.git/config',
    '.well-known/one.txt',
    'ä.txt',
  ];
  for (const file of files) await writeFile(join(folder, file), `this is ${file}`);
  await writeFile(join(place, 'secret.txt'), 'secret');
  await mkdir(join(place, 'course-of-another'));
  await writeFile(join(place, 'course-of-another', 'index.html'), 'secret');
  await symlink(join(place, 'secret.txt'), join(folder, 'linked.txt'));
  await symlink(join(place, 'course-of-another'), join(folder, 'linked'));
  await symlink(join(folder, 'index.html'), join(folder, 'start.html'));
  await symlink(join(folder, '.env'), join(folder, 'start.txt'));
  // As an author may give it.
  await symlink(folder, join(place, 'given'));
  served = await serveFolder(join(place, 'given'));
});
afterAll(async () => {
  await served?.close();
  await rm(place, { recursive: true, force: true });
});

const answers: readonly (readonly [target: string, status: number])[] = [
  ['/index.html', 200],
  ['/', 200],
  ['/part', 302],
  ['/part/', 200],
  ['/start.html', 200],
  ['/%C3%A4.txt', 200],
  ['/.well-known/one.txt', 200],
  ['/none.txt', 404],
  ['/index.html/none.txt', 404],
  ['/.env', 403],
  ['/%2Eenv', 403],
  ['/part%2F..%2F.env', 403],
  ['/part%5C.env', 403],
  ['/.git/config', 403],
  ['/.well-known/../.env', 403],
  ['/..%2Fsecret.txt', 403],
  ['/linked.txt', 403],
  ['/start.txt', 403],
  ['/linked', 403],
  ['/linked/index.html', 403],
  ['//', 400],
  ['/%ff', 400],
  ['/a%00', 400],
];

test.each(answers)('%s is answered %i', async (target, status) => {
  const told = await ask(served.address.origin, target);
  expect(told.status).toBe(status);
  expect(told.body).not.toContain('secret');
});

test('below a folder its page finds what it names', async () => {
  const response = await fetch(new URL('/part?themaId=1', served.address));
  expect(response.url).toBe(`${served.address.origin}/part/?themaId=1`);
});

test.each([
  ['bytes=0-', 206, 'this is ä.txt', 'bytes 0-13/14'],
  ['bytes=8-10', 206, 'ä.', 'bytes 8-10/14'],
  ['bytes=14-', 416, '', 'bytes */14'],
  ['bytes=-2', 200, 'this is ä.txt', null],
])('of a film %s is answered %i', async (Range, status, body, part) => {
  const response = await fetch(new URL('/ä.txt', served.address), { headers: { Range } });
  expect(response.status).toBe(status);
  expect(await response.text()).toBe(body);
  expect(response.headers.get('Content-Range')).toBe(part);
});

test('a name that only leads here is not answered', async () => {
  const told = await ask(served.address.origin, '/', {
    host: `example.org:${served.address.port}`,
  });
  expect(told.status).toBe(403);
  expect(told.body).not.toContain('index.html');
});
