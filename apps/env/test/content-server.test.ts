import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createContentServer } from '../src/content-server/content-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

let server: FastifyInstance;

beforeEach(async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html>');
  await writeFile(join(folder, 'assets', 'index-D9uVheyn.js'), 'export {};');
  await writeFile(join(folder, 'assets', 'index-D9uVheyn.js.gz'), gzipSync('export {};'));
  await writeFile(join(folder, 'assets', 'bild.svg'), '<svg/>');
  await writeFile(join(folder, '.secret'), 'nothing for readers');
  server = await createContentServer({ folder, shellOrigin: 'http://localhost:8080' });
  onTestFinished(() => server.close());
});

test('the proxy of a school sends the same headers', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'index.html'), '<!doctype html>');
  const other = await createContentServer({
    folder,
    shellOrigin: 'https://{$SHELL_HOST}',
    filesOrigin: 'https://{$FILES_HOST}',
  });
  onTestFinished(() => other.close());
  const { headers } = await other.inject('/index.html');
  const caddyfile = await readFile(new URL('../../../deploy/Caddyfile', import.meta.url), 'utf8');
  const block = /\n\theader \{\n(.*?)\n\t\}/s.exec(caddyfile)![1]!;
  const sent = [...block.matchAll(/^\t\t(\S+) "?(.*?)"?$/gm)];
  expect(sent.map(([, name]) => name)).toEqual([
    'Content-Security-Policy',
    'Permissions-Policy',
    'Referrer-Policy',
    'X-Content-Type-Options',
    'Cache-Control',
  ]);
  for (const [, name = '', value] of sent) expect(value).toBe(headers[name.toLowerCase()]);
});

test('a publication shows and fetches files of their own origin, and of no other', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'index.html'), '<!doctype html>');
  const filesOrigin = 'http://localhost:8083';
  const other = await createContentServer({
    folder,
    shellOrigin: 'http://localhost:8080',
    filesOrigin,
  });
  onTestFinished(() => other.close());
  const policyOf = async (one: FastifyInstance) =>
    String((await one.inject('/index.html')).headers['content-security-policy']);
  expect(await policyOf(other)).toContain(
    `default-src 'self'; connect-src 'self' ${filesOrigin}; img-src 'self' ${filesOrigin}; media-src 'self' ${filesOrigin};`,
  );
  expect(await policyOf(server)).not.toContain('-src http');
});

test('a page is kept but asked for each time', async () => {
  const { headers, statusCode } = await server.inject('/index.html');
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
  });
  const again = await server.inject({ url: '/', headers: { 'if-none-match': headers.etag! } });
  expect(again.statusCode).toBe(304);
});

test('a file with a hash in its name is kept for good, one without is not', async () => {
  const hashed = await server.inject('/assets/index-D9uVheyn.js');
  expect(hashed.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringMatching(/^(text|application)\/javascript; charset=utf-8$/),
  });
  const { headers } = await server.inject('/assets/bild.svg');
  expect(headers['cache-control']).toBe('no-cache');
});

test('a compressed form is served to those who take it', async () => {
  const { headers } = await server.inject({
    url: '/assets/index-D9uVheyn.js',
    headers: { 'accept-encoding': 'gzip' },
  });
  expect(headers).toMatchObject({
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
  });
});

describe('every answer keeps the publication to itself', () => {
  test.for(['/index.html', '/assets/bild.svg', '/nothing-here'])('%s', async (url) => {
    const { headers } = await server.inject(url);
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'self'; .*frame-ancestors http:\/\/localhost:8080$/,
    );
  });
});

test.for(['/.secret', '/../package.json', '/..%2f..%2fpackage.json', '/assets/'])(
  'not served: %s',
  async (url) => {
    const { statusCode } = await server.inject(url);
    expect([400, 403, 404]).toContain(statusCode);
  },
);
