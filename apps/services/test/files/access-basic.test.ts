import { createHash } from 'node:crypto';
import { services } from '@lectern/contracts';
import { createClient, CallFailed } from '@lectern/contracts/client';
import { fileCalls } from '@lectern/contracts/calls/files/file';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { codeOf, startBeforeAll, startTestPlatform } from '../platform.ts';
import { environmentXml, examplePublicFiles } from './example-files.ts';

const platform = startBeforeAll(() => startTestPlatform({ files: examplePublicFiles() }));

afterEach(() => {
  vi.useRealTimers();
});

/** A client without a token: nobody is signed in. */
const client = () =>
  createClient(fileCalls, {
    service: 'atma',
    base: platform.url + services.atma.base,
    headers: () => ({ xIaCorrelationId: 'environment-1' }),
    retryPausesInMs: [],
  });

const environment = {
  dto_id: 'environment',
  file_reference: 'F_ENVIRONMENT_BEOOK',
  version: 0,
  asset_stage: 'ASSET_STAGE_PROD',
  asset_type: 'ASSET_TYPE_PROS',
} as const;
const key = { basic_key: 'BASIC_BEOOK_WEB', basic_secret: 'demo-basic-secret' };
const bodyWith = (...dtos: readonly object[]) => ({
  ...key,
  file_access_basic_dtos: dtos.map((dto) => ({ ...environment, ...dto })),
});

/** Address of the environment file. */
async function addressOf(dto: object = {}): Promise<URL> {
  const { file_accesses } = await client().fileAccessBasic({ body: bodyWith(dto) });
  return new URL(file_accesses[0]!.file!.address);
}

describe('the key', () => {
  test.each([
    ['another secret', { basic_secret: 'demo-basic-secre' }],
    ['a longer secret', { basic_secret: 'demo-basic-secret ' }],
    ['the secret of another key', { basic_secret: 'another-secret' }],
    ['an unknown key', { basic_key: 'BASIC' }],
    ['a key that every object has', { basic_key: '__proto__' }],
    ['a quote that would move the border of name and secret', { basic_key: 'BASIC_BEOOK_WEB","' }],
  ])('%s is refused', async (_what, change) => {
    const body = { ...bodyWith({}), ...change };
    expect(await codeOf(client().fileAccessBasic({ body }))).toBe('BASIC_KEY_REFUSED');
  });

  test('opens nothing where no files are configured', async () => {
    const bare = await startTestPlatform({ services: ['aua', 'atma'], files: undefined as never });
    try {
      const answer = await fetch(`${bare.url}/atma/v1/file/accessBasic`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Ia-Correlation-Id': 'x' },
        body: JSON.stringify(bodyWith({})),
      });
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({
        result_messages: [{ code: 'BASIC_KEY_REFUSED' }],
      });
    } finally {
      await bare.close();
    }
  });
});

describe('a public file', () => {
  test('is described, in its newest version', async () => {
    const { file_accesses } = await client().fileAccessBasic({ body: bodyWith({}) });
    expect(file_accesses).toMatchObject([
      {
        dto_id: 'environment',
        file: { version: 2, media_type: 'application/xml', size_in_bytes: environmentXml.length },
      },
    ]);
    expect(file_accesses[0]!.file).not.toHaveProperty('content_hash');
    const end = Date.parse(file_accesses[0]!.file!.expires_at);
    expect(end).toBeGreaterThan(Date.now());
    expect(end).toBeLessThanOrEqual(Date.now() + 300_000);
  });

  test('comes with its hash in the second version of the call', async () => {
    const { file_accesses } = await client().fileAccessBasicV2({ body: bodyWith({}) });
    expect(file_accesses[0]!.file!.content_hash).toBe(
      createHash('sha256').update(environmentXml).digest('hex'),
    );
  });

  test('is fetched without a token, and never taken for a page', async () => {
    const response = await fetch(await addressOf());
    expect(await response.text()).toBe(environmentXml);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/xml',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': "attachment; filename*=UTF-8''Umgebung%20%28Pr%C3%BCfung%29.xml",
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
    });
  });

  test('is fetched from an origin of its own', async () => {
    expect((await addressOf()).origin).not.toBe(platform.url);
  });

  test('is given in parts', async () => {
    const response = await fetch(await addressOf(), { headers: { Range: 'bytes=1-11' } });
    expect([response.status, await response.text()]).toEqual([206, 'environment']);
  });

  test('an older version is there by its number', async () => {
    expect(await (await fetch(await addressOf({ version: 1 }))).text()).toBe(
      '<environment-1-xml/>',
    );
  });

  test('what is found of a batch is given, and the rest is named', async () => {
    const body = bodyWith({}, { dto_id: 'gone', file_reference: 'F_GONE' });
    const failure = await client()
      .fileAccessBasic({ body })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CallFailed);
    expect(failure).toMatchObject({
      code: 'FILE_NOT_FOUND',
      messages: [{ text: 'gone: There is no such file for the caller.' }],
      answer: {
        file_accesses: [
          { dto_id: 'environment', file: { version: 2 } },
          { dto_id: 'gone', refusal: 'FILE_NOT_FOUND' },
        ],
      },
    });
  });
});

describe('nobody gets', () => {
  test.each([
    ['what is not public', { file_reference: 'not-public' }],
    ['what belongs to another publisher', { file_reference: 'another' }],
    ['another stage', { file_reference: 'test-stage' }],
    ['another type', { asset_type: 'ASSET_TYPE_WEB_PUB' }],
    ['a version that there is not', { version: 3 }],
  ])('%s', async (_what, dto) => {
    const body = bodyWith(dto);
    expect(await codeOf(client().fileAccessBasic({ body }))).toBe('FILE_NOT_FOUND');
  });

  test.each([
    ['without a signature', (url: URL) => url.searchParams.delete('s')],
    ['with a cut signature', (url: URL) => url.searchParams.set('s', 'AAAA')],
    ['with a longer time', (url: URL) => url.searchParams.set('e', '2099-01-01T00:00:00.000Z')],
    ['with two times', (url: URL) => url.searchParams.append('e', '2099-01-01T00:00:00.000Z')],
    ['for another file', (url: URL) => url.searchParams.set('p', 'not-public.xml')],
    ['for the list', (url: URL) => url.searchParams.set('p', 'files.json')],
    [
      'with a way out of the folder',
      (url: URL) => (url.pathname = url.pathname.replace(/[^/]+$/, '..%2f..%2fetc%2fpasswd')),
    ],
  ])('a file by an address %s', async (_what, change) => {
    const address = await addressOf();
    change(address);
    const response = await fetch(address);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      result_messages: [{ code: 'ADDRESS_REFUSED' }],
    });
  });

  test('a file by an address that has ended', async () => {
    const address = await addressOf();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 });
    expect((await fetch(address)).status).toBe(403);
  });
});
