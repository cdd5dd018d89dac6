import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { FastifyInstance } from 'fastify';
import { createTestDatabase } from '@lectern/env/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createPlatform } from '../src/index.ts';
import { readAddresses } from '../src/shell-host/addresses.ts';
import { contentSecurityPolicy } from '../src/shell-host/content-security-policy.ts';

/** Of a page with nothing in it. */
const policyOf = (document: object) =>
  contentSecurityPolicy(readAddresses(document), { scripts: [], styles: [] });

const configuration = JSON.stringify({
  project: { contentOrigin: 'https://content.example' },
  signIn: { authority: 'https://login.example/realm' },
  services: { clusterBase: '' },
});
const page = '<p>shell</p><meta name="configuration" content="" /><script id="start">0</script>';

let directory: string;
/** Beside the served folder. */
let configurationFolder: string;
let server: FastifyInstance;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lectern-shell-'));
  configurationFolder = await mkdtemp(join(tmpdir(), 'lectern-configuration-'));
  await mkdir(join(directory, 'assets'));
  await writeFile(join(directory, 'index.html'), page);
  await writeFile(join(directory, 'assets/app-abcdefgh.js'), 'export {}');
  await writeFile(join(configurationFolder, 'secret.json'), configuration);
  server = await createPlatform({
    databaseUrl: await createTestDatabase(inject('databaseUrl'), inject('startedDatabaseUrl')),
    publicUrl: 'https://lectern.example',
    identityProvider: {
      issuer: 'https://login.example',
      clientId: 'x',
      clientSecret: 'x',
      acceptedClients: [],
    },
    shell: { directory, configuration },
  });
});
afterAll(async () => {
  await server?.close();
  await rm(directory, { recursive: true, force: true });
  await rm(configurationFolder, { recursive: true, force: true });
});

const get = (url: string, accept = 'text/html') =>
  server.inject({ method: 'GET', url, headers: { accept } });

describe('a service worker of what stood here before', () => {
  const ask = (url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
    server.inject({ method, url, headers: { accept: '*/*', 'service-worker': 'script' } });

  test.each(['/sw.js', '/js/worker.js?v=2', '/aua/v1/sw.js', '/?sw=1', '/?wp_service_worker=1'])(
    'finds at %s a version that ends it',
    async (url) => {
      const { statusCode, headers, body } = await ask(url);
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'service-worker-allowed': '/',
        'cache-control': 'no-store',
        vary: 'Service-Worker',
      });
      expect(body).toContain('registration.unregister()');
    },
  );

  test.each([
    ['/assets/app-gone1234.js', 'GET'],
    ['/assets/app-abcdefgh.js', 'GET'],
    ['/sw.js', 'HEAD'],
    ['/sw.js', 'POST'],
  ] as const)('finds none at %s by %s', async (url, method) => {
    const { headers } = await ask(url, method);
    expect(headers).not.toHaveProperty('service-worker-allowed');
  });

  test('without that header they are unknown', async () => {
    expect((await get('/sw.js', '*/*')).statusCode).toBe(404);
  });

  const navigated = 'navigate https://lectern.example/course?page=1';
  const root = 'https://lectern.example/';
  test.each<[string, string, () => Promise<string[]>, string[]]>([
    ['with caches', root, async () => ['former'], ['unregister', navigated, 'delete former']],
    ['of a folder', `${root}blog/`, async () => ['former'], ['unregister', navigated]],
    ['without caches', root, async () => [], ['unregister']],
    ['with broken ones', root, () => Promise.reject(new Error('x')), ['unregister', navigated]],
  ])('%s reloads pages that may be old', async (_, scope, keys, expected) => {
    const done: string[] = [];
    const pages = [
      ['top-level', 'course?page=1#/top'],
      ['top-level', 'auth-callback?code=1'],
      ['auxiliary', 'popup-callback.html?code=1'],
      ['nested', 'course'],
    ].map(([frameType, path]) => ({
      frameType,
      url: root + path,
      navigate: (url: string) => done.push(`navigate ${url}`),
    }));
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    runInNewContext((await ask('/sw.js')).body, {
      URL,
      location: `${root}sw.js`,
      registration: { scope, unregister: async () => done.push('unregister') },
      clients: { matchAll: async () => [...pages, { frameType: 'top-level', url: root }] },
      caches: { keys, delete: async (name: string) => done.push(`delete ${name}`) },
      skipWaiting: () => {},
      addEventListener(type: string, listen: (event: object) => void) {
        if (type === 'activate') listen({ waitUntil: end });
      },
    });
    await ended;
    expect(done).toEqual(expected);
  });
});

describe('the token against forged requests', () => {
  const visit = async (cookie?: string) => {
    const { headers } = await server.inject({
      method: 'GET',
      url: '/',
      headers: cookie === undefined ? {} : { cookie },
    });
    return [headers['set-cookie'], headers['cache-control']];
  };
  const token = 'A-_9'.repeat(8);
  const given = expect.stringMatching(/^XSRF-TOKEN=[\w-]{32}; Path=\/; SameSite=Lax; Secure$/);

  test.each([
    undefined,
    'a=1',
    `MY-XSRF-TOKEN=${token}`,
    `XSRF-TOKEN-2=${token}`,
    `a=XSRF-TOKEN=${token}`,
    'XSRF-TOKEN=',
    'XSRF-TOKEN=%',
    `XSRF-TOKEN=${token}%3D`,
    `XSRF-TOKEN="${token}"`,
  ])('comes with the page where the browser sends %s, for it alone', async (cookie) => {
    expect(await visit(cookie)).toEqual([given, 'private, no-cache, no-transform']);
  });

  test.each([`XSRF-TOKEN=${token}`, `a=1;XSRF-TOKEN=%; XSRF-TOKEN=${token}; b=2`])(
    'comes no second time where it sends %s',
    async (cookie) => {
      expect(await visit(cookie)).toEqual([undefined, 'no-cache, no-transform']);
    },
  );

  test('comes with the answer that the browser has the page, too', async () => {
    const { headers } = await get('/');
    const again = await server.inject({
      method: 'GET',
      url: '/',
      headers: { 'if-none-match': headers.etag },
    });
    expect(again.statusCode).toBe(304);
    expect([again.headers['set-cookie'], again.headers['cache-control']]).toEqual([
      given,
      'private, no-cache, no-transform',
    ]);
  });
});

test.each(['/', '/login?themaId=x', '/auth-callback?code=1', '/nirgends/etwas', '/index.html'])(
  '%s is the page',
  async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('<p>shell</p>');
    expect(response.headers['content-security-policy']).toContain(
      "frame-src 'self' https://content.example https://login.example;",
    );
  },
);

test.each([
  ['/aua/v1/nonsense', 'text/html'],
  ['/docs/nonsense', 'text/html'],
  ['/assets/app-gone1234.js', 'text/html'],
  ['/nirgends', 'application/json'],
])('%s as %s is not', async (url, accept) => {
  const response = await get(url, accept);
  expect([response.statusCode, response.json().result_messages[0].code]).toEqual([
    404,
    'CALL_UNKNOWN',
  ]);
});

test.each([
  ['https://matomo.example/', 'https://matomo.example/matomo'],
  ['https://matomo.example/a;b,c/?x', 'https://matomo.example/a%3Bb%2Cc/matomo'],
])('analytics at %s opens two files of it, and nothing else', (address, files) => {
  const addresses = JSON.parse(configuration);
  const without = policyOf(addresses).split('; ');
  const policy = policyOf({ ...addresses, analytics: { address } }).split('; ');
  const differing = policy.filter((directive) => !without.includes(directive));
  expect(differing).toEqual([
    `script-src 'self' ${files}.js`,
    `connect-src 'self' https://login.example https://content.example ${files}.php`,
    'trusted-types lectern-analytics',
  ]);
});

test.each([
  ['https://log.example/entries', 'https://log.example/entries'],
  ['https://log.example/a;b?key=x', 'https://log.example/a%3Bb'],
])('the logging address %s may be called, and nothing else there', (address, source) => {
  const addresses = JSON.parse(configuration);
  const without = policyOf({ ...addresses, logging: { level: 'debug' } });
  expect(without).toBe(policyOf(addresses));
  const policy = policyOf({ ...addresses, logging: { address } }).split('; ');
  const differing = policy.filter((directive) => !without.split('; ').includes(directive));
  expect(differing).toEqual([
    `connect-src 'self' https://login.example https://content.example ${source}`,
  ]);
});

test('the configuration has its address, too, and is never kept without asking', async () => {
  const { body, headers } = await get('/assets/config/config.json', 'application/json');
  expect([body, headers['cache-control']]).toEqual([configuration, 'no-cache']);
});

test('hashed files are kept for ever', async () => {
  const response = await get('/assets/app-abcdefgh.js');
  expect(response.headers['cache-control']).toContain('immutable');
  expect(response.headers['x-content-type-options']).toBe('nosniff');
});

test('HEAD answers as GET does', async () => {
  for (const url of ['/', '/login']) {
    const { statusCode, body } = await server.inject({
      method: 'HEAD',
      url,
      headers: { accept: 'text/html' },
    });
    expect([statusCode, body]).toEqual([200, '']);
  }
});

test.each([
  ['GET', '/assets/', {}, 403],
  ['GET', '/assets/app-abcdefgh.js', { range: 'bytes=99999999-' }, 416],
  ['GET', '/assets/app-abcdefgh.js', { 'if-match': '"x"' }, 412],
  ['DELETE', '/login', {}, 404],
] as const)('%s %s with %j is refused as what it is', async (method, url, headers, status) => {
  expect((await server.inject({ method, url, headers })).statusCode).toBe(status);
});

test.each([
  (name: string) => `/../${name}/secret.json`,
  (name: string) => `/%2e%2e/${name}/secret.json`,
  (name: string) => `/assets/..%2f..%2f${name}/secret.json`,
  (name: string) => `/assets/..%5c..%5c${name}%5csecret.json`,
  () => '/assets/%00',
  () => '/%00/../secret.json',
])('no path leads outside the folder', async (path) => {
  const response = await get(path(basename(configurationFolder)), 'application/json');
  expect([400, 403, 404]).toContain(response.statusCode);
});
