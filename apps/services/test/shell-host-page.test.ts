import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { registerShellHost } from '../src/shell-host/shell-host.ts';

const page = (script: string) => `<!doctype html><title>Lectern</title><style>p{}</style>
<meta name="configuration" content="" />
<script id="start">${script}</script>`;

let directory: string;
let server: FastifyInstance;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lectern-shell-'));
  await mkdir(join(directory, 'assets'));
  await writeFile(join(directory, 'index.html'), page('start()'));
  server = fastify();
});
afterEach(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

async function serve(document: object) {
  const configuration = JSON.stringify(document);
  await registerShellHost(server, { directory, configuration }, 'https://lectern.example');
}

async function host(title = 'Wasser') {
  const configuration = {
    project: { contentOrigin: 'https://content.example/', title },
    signIn: { authority: 'https://login.example/realm' },
    services: { clusterBase: '' },
  };
  await serve(configuration);
  return configuration;
}

const get = (headers: Readonly<Record<string, string>> = {}) =>
  server.inject({ method: 'GET', url: '/', headers });

/** Text of an attribute as a browser reads it. */
const unescaped = (text: string) =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('the page', () => {
  test.each(['Wasser', '"><script>alert(1)</script>', '<!--&quot;', "$& $' $`", '\u2028'])(
    'holds the configuration of a project called %j, and nothing of it gets out',
    async (title) => {
      const configuration = await host(title);
      const { body } = await get();
      expect(body.match(/<script/g)).toHaveLength(1);
      const [, held] = /<meta name="configuration" content="([^"<]*)"/.exec(body)!;
      expect(JSON.parse(unescaped(held!))).toEqual(configuration);
    },
  );

  test.each([
    ['nothing', {}],
    ['a list', []],
    ['no project', { signIn: { authority: 'https://login.example/' }, services: {} }],
    ['no address of the provider', { project: {}, signIn: { authority: 'x' }, services: {} }],
    [
      'sections of a wrong kind',
      { project: 'x', signIn: null, services: 1, logging: 'x', analytics: true, embeddedBy: {} },
    ],
    ['addresses that are none', { analytics: { address: 'x' }, logging: { address: 7 } }],
    ['an address that runs', { project: { contentOrigin: 'javascript:alert(1)' } }],
  ])('of a configuration with %s comes all the same, and can say so', async (_what, document) => {
    await serve(document);
    const { statusCode, headers, body } = await get();
    expect(statusCode).toBe(200);
    const [, held] = /<meta name="configuration" content="([^"<]*)"/.exec(body)!;
    expect(JSON.parse(unescaped(held!))).toEqual(document);
    expect(headers['content-security-policy']).not.toMatch(/undefined|null|javascript| {2}/);
    expect(headers['permissions-policy']).not.toContain('""');
  });

  test('lets its own script and style through by their hashes', async () => {
    await host();
    const { headers } = await get();
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain(`script-src 'self' ${sourceOf('start()')};`);
    expect(policy).toContain(`style-src 'self' ${sourceOf('p{}')};`);
  });

  test('is another once the shell has been built anew', async () => {
    await host();
    const before = await get();
    await writeFile(join(directory, 'index.html'), page('startAnew()'));
    const after = await get();
    expect(after.body).toContain('startAnew()');
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect(after.headers['content-security-policy']).toContain(sourceOf('startAnew()'));
  });

  test('that the browser has is not sent again, unless the configuration has changed', async () => {
    await host();
    const { etag, 'content-security-policy': policy } = (await get()).headers;
    const again = await get({ 'if-none-match': etag! });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    // A kept page takes over the headers of this answer (RFC 9111, section 4.3.4).
    expect(again.headers['content-security-policy']).toBe(policy);
    await server.close();
    server = fastify();
    await host('Feuer');
    expect((await get({ 'if-none-match': etag! })).statusCode).toBe(200);
  });

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['br;q=0.5', 'br'],
    ['x-gzip, deflate', undefined],
    ['', undefined],
  ])('for who takes %j comes as %s', async (accepted, encoding) => {
    await host();
    const { headers, rawPayload } = await get({ 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toBe('Accept-Encoding');
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''];
    expect(String(decode ? decode(rawPayload) : rawPayload)).toContain('start()');
  });
});
