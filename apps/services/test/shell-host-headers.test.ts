import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Addresses } from '../src/shell-host/addresses.ts';
import { registerShellHost } from '../src/shell-host/shell-host.ts';

/* Headers and words of the pages. What browsers make of them is a journey. */

const page = `<!doctype html><html lang="de"><head><title>Lectern</title>
<link rel="icon" href="/assets/favicon.svg" /><style>p{}</style></head><body>$&
<meta name="configuration" content="" />
<script id="start">start()</script></body></html>`;
const callback = '<!doctype html><html lang="de"><head><title>Lectern</title></head></html>';
const pages = ['/', '/index.html', '/silent-callback.html', '/popup-callback.html'];
const files = ['/assets/app-abcdefgh.js', '/assets/app-abcdefgh.css', '/assets/favicon.svg'];
const configurations = ['/assets/config/config.json'];

type Changes = Partial<Omit<Addresses, 'project'>> & { readonly project?: object };

let directory: string;
let servers: FastifyInstance[];

beforeEach(async () => {
  servers = [];
  directory = await mkdtemp(join(tmpdir(), 'lectern-shell-'));
  await mkdir(join(directory, 'assets'));
  await writeFile(join(directory, 'index.html'), page);
  await writeFile(join(directory, 'silent-callback.html'), callback);
  await writeFile(join(directory, 'popup-callback.html'), callback);
  for (const file of files) await writeFile(join(directory, file), '');
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await rm(directory, { recursive: true, force: true });
});

/** A host of the shell with these fields in its configuration. */
async function host(
  { project, ...changes }: Changes = {},
  publicUrl = 'https://lectern.example',
  hstsMaxAgeInSeconds?: number,
) {
  const configuration = JSON.stringify({
    project: { contentOrigin: 'https://content.example/', ...project },
    signIn: { authority: 'https://login.example/realm' },
    services: { clusterBase: '' },
    ...changes,
  });
  const server = fastify();
  servers.push(server);
  await registerShellHost(server, { directory, configuration, hstsMaxAgeInSeconds }, publicUrl);
  return async (url: string) => {
    const { statusCode, headers, body } = await server.inject({ method: 'GET', url });
    const directives = (headers['content-security-policy'] ?? '').split('; ');
    const policy = new Map(
      directives.map((directive) => {
        const [name, ...sources] = directive.split(' ');
        return [name!, sources.join(' ')] as const;
      }),
    );
    return { statusCode, headers, body, policy };
  };
}

describe('every answer', () => {
  test.each([...pages, ...files, ...configurations])(
    '%s sends no address on, is taken for nothing else, and comes by https from then on',
    async (url) => {
      const { statusCode, headers } = await (await host())(url);
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'strict-transport-security': 'max-age=63072000',
      });
    },
  );

  test('has former visitors forget that where the name has plain servers, too', async () => {
    const get = await host({}, 'https://lectern.example', 0);
    for (const url of [...pages, ...files])
      expect((await get(url)).headers['strict-transport-security']).toBe('max-age=0');
  });

  test('over plain http asks for no https, which would lock everybody out', async () => {
    const get = await host({}, 'http://localhost:8080');
    for (const url of [...pages, ...files])
      expect((await get(url)).headers['strict-transport-security']).toBeUndefined();
  });
});

describe('the content policy of', () => {
  test.each(pages)('%s lets no text become script', async (url) => {
    const { policy, headers } = await (await host())(url);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|data:|blob:|http:/);
    expect(policy.get('default-src')).toBe("'none'");
    // Inline parts of the page are let through by hash, and nothing that anybody adds.
    const hash = /'sha256-[A-Za-z0-9+/]{43}='/;
    for (const directive of ['script-src', 'style-src']) {
      const sources = policy.get(directive)?.split(' ') ?? [];
      expect(sources.filter((source) => source !== "'self'" && !hash.test(source))).toEqual([]);
    }
    expect(policy.get('base-uri')).toBe("'none'");
    expect(policy.get('form-action')).toBe("'none'");
    expect(policy.get('require-trusted-types-for')).toBe("'script'");
    expect(policy.get('trusted-types')).toBe("'none'");
  });

  test('the page knows a way around that for what is configured, and no other page does', async () => {
    const get = await host({
      analytics: { address: 'https://matomo.example/' },
      environment: { basicSecret: 's' },
    });
    expect((await get('/')).policy.get('trusted-types')).toBe(
      'lectern-analytics lectern-environment',
    );
    for (const url of ['/silent-callback.html', '/popup-callback.html'])
      expect((await get(url)).policy.get('trusted-types')).toBe("'none'");
  });

  test('the page may ask whether the content is there, and frame it', async () => {
    const { policy } = await (await host())('/');
    for (const directive of ['connect-src', 'frame-src'])
      expect(policy.get(directive)?.split(' ')).toContain('https://content.example');
  });

  test.each<[string, unknown, string[]]>([
    ['none', undefined, []],
    [
      'some',
      ['https://api.login.example', 'https://keys.example:8443/'],
      ['https://api.login.example', 'https://keys.example:8443'],
    ],
    ['the issuer’s own', ['https://login.example'], []],
    ['what is no list', 'https://api.login.example', []],
    ['what is no origin', ['https://a.example/b', 'https://*.example', 'https://a;b', 7, '*'], []],
  ])(
    'the page lets the provider be reached at its further origins: %s',
    async (_what, list, more) => {
      const signIn = { authority: 'https://login.example/realm', providerOrigins: list };
      const { policy } = await (await host({ signIn }))('/');
      for (const directive of ['connect-src', 'frame-src']) {
        const sources = policy.get(directive)!.split(' ');
        const others = new Set(["'self'", 'https://content.example']);
        expect(sources.filter((source) => !others.has(source))).toEqual([
          'https://login.example',
          ...more,
        ]);
      }
    },
  );

  test.each([
    ['/silent-callback.html', "'self'"],
    ['/popup-callback.html', "'none'"],
  ])('%s lets it run its script, and call and frame nothing', async (url, ancestors) => {
    expect(Object.fromEntries((await (await host())(url)).policy)).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'img-src': "'self'",
      'frame-ancestors': ancestors,
      'base-uri': "'none'",
      'form-action': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    });
  });
});

describe('framing', () => {
  const allowed = async (embeddedBy?: unknown) => {
    const get = await host({ embeddedBy });
    const ancestors = async (url: string) => (await get(url)).policy.get('frame-ancestors');
    expect(await ancestors('/index.html')).toBe(await ancestors('/'));
    expect(await ancestors('/popup-callback.html')).toBe("'none'");
    return [await ancestors('/'), await ancestors('/silent-callback.html')];
  };

  test('is the shell’s own for the end of a silent renewal, and nobody’s else', async () => {
    expect(await allowed()).toEqual(["'none'", "'self'"]);
  });

  test('is that of the sites that are named', async () => {
    const sites = 'https://schule.example http://localhost:3000';
    expect(await allowed(['https://schule.example', 'http://localhost:3000/'])).toEqual([
      sites,
      `'self' ${sites}`,
    ]);
  });

  test.each([
    'https://schule.example',
    ['https://*'],
    ['https://*.example'],
    ['*'],
    ['https:'],
    ['https://a; script-src *'],
    ['https://a;sandbox'],
    ['https://a,b'],
    ['https://a.example/path'],
    ['javascript:alert(1)'],
    ["'none'"],
    [7],
    { 0: 'https://a.example' },
  ])('is nobody’s more for %j', async (embeddedBy) => {
    expect(await allowed(embeddedBy)).toEqual(["'none'", "'self'"]);
  });
});

describe('windows of other sites', () => {
  test.each([
    [undefined, 'same-origin'],
    ['redirect', 'same-origin'],
    ['popup', 'same-origin-allow-popups'],
  ])('where signing in is by %s', async (mode, opener) => {
    const get = await host({ signIn: { authority: 'https://login.example', mode } });
    const name = 'cross-origin-opener-policy';
    expect((await get('/')).headers[name]).toBe(opener);
    expect((await get('/silent-callback.html')).headers[name]).toBe('same-origin');
    expect((await get('/popup-callback.html')).headers[name]).toBe('unsafe-none');
  });
});

test('content gets some features of the browser, and everybody else none', async () => {
  const { headers } = await (await host())('/');
  const features = String(headers['permissions-policy']).split(', ');
  const given = features.filter((feature) => !feature.endsWith('=()'));
  expect(given.sort()).toEqual(
    ['autoplay', 'clipboard-write', 'encrypted-media', 'fullscreen', 'picture-in-picture'].map(
      (feature) => `${feature}=(self "https://content.example")`,
    ),
  );
  expect(features).toEqual(
    expect.arrayContaining(['camera=()', 'geolocation=()', 'microphone=()', 'usb=()']),
  );
});

describe('the words of the page', () => {
  test.each([
    ['Wasser entdecken', 'Wasser entdecken'],
    [
      '</title><script>alert(1)</script>',
      '&#60;/title&#62;&#60;script&#62;alert(1)&#60;/script&#62;',
    ],
    ['$& $` $1 $$', '$&#38; $` $1 $$'],
    ['A & "B"', 'A &#38; &#34;B&#34;'],
  ])('have the title %s', async (title, written) => {
    const get = await host({ project: { title } });
    for (const url of pages) expect((await get(url)).body).toContain(`<title>${written}</title>`);
    expect((await get('/')).body).not.toContain('<script>');
  });

  test.each([
    ['assets/eigen.svg', '/assets/eigen.svg'],
    ['/assets/eigen.svg?v=1&x="', '/assets/eigen.svg?v=1&#38;x=%22'],
    ['https://lectern.example/a.png', '/a.png'],
    ['https://elsewhere.example/a.png', '/assets/favicon.svg'],
    ['//elsewhere.example/a.png', '/assets/favicon.svg'],
    ['data:image/svg+xml,x', '/assets/favicon.svg'],
    ['"><script>', '/%22%3E%3Cscript%3E'],
    [7, '/assets/favicon.svg'],
    [undefined, '/assets/favicon.svg'],
  ])('have the icon %s', async (favicon, written) => {
    const { body } = await (await host({ project: { favicon } }))('/');
    expect(body).toContain(`<link rel="icon" href="${written}"`);
  });

  test.each([
    ['fr-CH', 'fr-CH'],
    ['it', 'it'],
    ['rm-CH', 'de-CH'],
    [undefined, 'en-US'],
    ['" onload="', 'de'],
    [7, 'de'],
  ])('are in the language of %s', async (locale, written) => {
    expect((await (await host({ locale }))('/')).body).toContain(`<html lang="${written}">`);
  });

  test('stay as built where the configuration has none, and in the body', async () => {
    const { body } = await (await host({ locale: 'de' }))('/');
    expect(body.replace(/(<meta name="configuration" content=")[^"]+/, '$1')).toBe(page);
  });
});
