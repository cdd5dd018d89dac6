import { openApiDocument } from '@lectern/contracts/openapi';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPlatform, type TestPlatform } from './platform.ts';

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly description: string;
  readonly 'x-permission'?: string;
}

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform();
});
afterAll(() => platform?.close());

/** The addresses of the files that the page loads. */
function assetsOf(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="(\/docs\/assets\/[^"]+)"/g)].map(
    ([, address]) => address!,
  );
}

const load = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(platform.url + path, { headers });
  return { response, text: await response.text() };
};

test.each(['/docs', '/docs/'])('%s is the page, and nothing on it runs inline', async (path) => {
  const { response, text } = await load(path);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
    'referrer-policy': 'no-referrer',
  });
  const policy = response.headers.get('content-security-policy');
  expect(policy).toMatch(/^default-src 'none';.* frame-ancestors 'none'$/);
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(text).toContain('<title>Lectern API</title>');
  expect(text).not.toMatch(/https?:|<script>|<style>| style=/);
});

test('its files answer compressed or plain, of one content, and are kept for good', async () => {
  const { text } = await load('/docs');
  const assets = assetsOf(text);
  expect(assets.map((address) => address.replace(/-[\w-]{8}\./, '.'))).toEqual([
    '/docs/assets/swagger-ui.css',
    '/docs/assets/reference.css',
    '/docs/assets/swagger-ui-bundle.js',
    '/docs/assets/reference.js',
  ]);
  for (const address of assets) {
    const compressed = await load(address, { 'Accept-Encoding': 'br, gzip' });
    const plain = await load(address, { 'Accept-Encoding': 'gzip;q=0, identity' });
    expect(compressed.response.headers.get('content-encoding')).toBe('gzip');
    expect(plain.response.headers.get('content-encoding')).toBeNull();
    expect(compressed.text === plain.text, address).toBe(true);
    expect(plain.text.length).toBeGreaterThan(500);
    expect(Object.fromEntries(plain.response.headers)).toMatchObject({
      'content-type': address.endsWith('.css')
        ? 'text/css; charset=utf-8'
        : 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    });
  }
});

test('what is not there is refused as any unknown call', async () => {
  const { response, text } = await load('/docs/assets/reference-abcdefgh.js');
  expect([response.status, text]).toEqual([404, expect.stringContaining('CALL_UNKNOWN')]);
});

test('the document is that of the contract, which its own tests find valid', async () => {
  const { response, text } = await load('/docs/openapi.json');
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const expected = openApiDocument('http://localhost');
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(expected)));
});

test('its references, which the page resolves by itself, cannot lead in a circle', async () => {
  const { text } = await load('/docs/openapi.json');
  const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference!);
  expect(references.length).toBeGreaterThan(0);
  expect(
    references.filter((reference) => !/^#\/components\/schemas\/\w+$/.test(reference)),
  ).toEqual([]);
  expect(JSON.stringify(JSON.parse(text).components)).not.toContain('$ref');
});

test('a call says what it asks for, and whether a repeat is safe', async () => {
  const document = JSON.parse((await load('/docs/openapi.json')).text);
  const operations = Object.values(
    document.paths as Record<string, Record<string, Operation>>,
  ).flatMap((methods) => Object.values(methods));
  for (const { operationId, tags, description, ...operation } of operations) {
    const permission = operation['x-permission'];
    expect(description, operationId).toContain(
      `**Permission:** ${permission ? `\`${permission}\`` : 'none'}`,
    );
    expect(description, operationId).toMatch(/\*\*Repeat:\*\* (not )?safe/);
    expect(document.tags.map((tag: { name: string }) => tag.name)).toEqual(
      expect.arrayContaining([...tags]),
    );
  }
});
