import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createFurtherClients } from '../src/api.ts';
import { userBearer } from '../src/auth/bearer.ts';
import { readConfiguration, type Configuration } from '../src/configuration.ts';
import type { ContentFrame } from '../src/content-frame/content-frame.ts';
import { startEnvironment } from '../src/environment/start-environment.ts';
import { describeCause } from '../src/logging/describe-cause.ts';
import { setUpLog } from '../src/logging/log.ts';
import { fakeBrowser } from './fake-browser.ts';
import { fakeTokens } from './fake-services.ts';

/* The fetched file, and the time. Its content is a journey: only browsers read XML. */

const configuration = (environment?: { basicSecret: string }): Configuration =>
  readConfiguration(
    {
      project: {
        title: 'Wasser entdecken',
        favicon: '/f.svg',
        version: '1',
        contentOrigin: 'https://content.example',
        mandantIdentifier: 'LECTERN',
        productReference: 'wasser-entdecken',
      },
      signIn: { authority: 'https://id.example', clientId: 'shell', scope: 'openid' },
      services: {
        clusterBase: 'https://services.example',
        suffixes: { atma: '/files', clag: '/clag', gres: '/gres', lars: '/lars' },
      },
      ...(environment && { environment }),
    },
    'https://shell.example',
  );

/** A frame that the test lets load. */
function someFrame(): ContentFrame & { load(): void } {
  const listeners = new Set<() => void>();
  const frame = {
    window: null,
    isOpen: true,
    isLoaded: false,
    open: () => {},
    lead: () => {},
    close: () => {},
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load() {
      frame.isLoaded = true;
      for (const listener of listeners) listener();
    },
  };
  return frame;
}

const address = 'https://services.example/files/public/environment.xml?s=1';
const requests = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();
let given: string | undefined;
let file: () => Response;

beforeEach(() => {
  fakeBrowser();
  setUpLog({ level: 'info', describe: describeCause, follow: () => {} });
  given = address;
  file = () => new Response('<environment/>');
  requests.mockReset().mockImplementation(async (asked) =>
    asked === 'https://services.example/files/v1/file/accessBasic'
      ? Response.json({
          result_state: 'OK',
          file_accesses: [
            {
              dto_id: 'environment',
              file: {
                storage_type: 'S3',
                address: given,
                expires_at: '2026-11-21T09:35:00.000Z',
                version: 1,
                file_name: 'environment.xml',
                media_type: 'application/xml',
                size_in_bytes: 14,
              },
            },
          ],
        })
      : file(),
  );
  vi.stubGlobal('fetch', requests);
  vi.stubGlobal(
    'DOMParser',
    class {
      parseFromString() {
        throw new Error('Only browsers read XML.');
      }
    },
  );
});

/** Starts with clients that name who is signed in. */
function start(configured: Configuration, frame: ContentFrame): void {
  const caller = { subject: 'mia', roles: ['student'], forgetRoles() {} };
  const bearer = userBearer(fakeTokens());
  startEnvironment(configured, createFurtherClients(configured.services, bearer, caller), frame);
}

const logged = () => vi.waitFor(() => expect(console.error).toHaveBeenCalledOnce());

describe('the environment file', () => {
  it('is not fetched where none is configured', async () => {
    const frame = someFrame();
    start(configuration(), frame);
    frame.load();
    await vi.dynamicImportSettled();
    expect(requests).not.toHaveBeenCalled();
  });

  it('is fetched once, and not before a frame has loaded', async () => {
    const frame = someFrame();
    start(configuration({ basicSecret: 's' }), frame);
    await vi.dynamicImportSettled();
    expect(requests).not.toHaveBeenCalled();
    frame.load();
    frame.load();
    await logged();
    expect(requests.mock.calls.map(([asked]) => asked)).toEqual([
      'https://services.example/files/v1/file/accessBasic',
      address,
    ]);
  });

  it('is asked for by its reference and key, with the token, and in nobody’s name', async () => {
    const frame = someFrame();
    start(configuration({ basicSecret: 's' }), frame);
    frame.load();
    await logged();
    const { headers, body } = requests.mock.calls[0]![1];
    expect(JSON.parse(body as string)).toEqual({
      file_access_basic_dtos: [
        {
          dto_id: 'environment',
          file_reference: 'F_ENVIRONMENT_BEOOK',
          version: 0,
          asset_stage: 'ASSET_STAGE_PROD',
          asset_type: 'ASSET_TYPE_PROS',
        },
      ],
      basic_key: 'BASIC_BEOOK_WEB',
      basic_secret: 's',
    });
    expect(new Headers(headers).get('X-Ia-Correlation-Id')).toMatch(/^[0-9a-f-]{36}$/);
    const named = [...new Headers(headers).keys()].filter((name) => name.startsWith('x-ia-'));
    expect(named).toEqual(['x-ia-correlation-id']);
    expect(new Headers(headers).get('Authorization')).toBe('Bearer token-1');
  });

  it('is downloaded without cookies, redirects and referrer', async () => {
    const frame = someFrame();
    start(configuration({ basicSecret: 's' }), frame);
    frame.load();
    await logged();
    expect(requests.mock.calls[1]![1]).toMatchObject({
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    });
  });

  it.each<[string, () => void, RegExp]>([
    ['is gone', () => (file = () => new Response('', { status: 404 })), /DownloadError/],
    [
      'is larger than any environment file',
      () => (file = () => new Response('x'.repeat(64 * 1024 + 1))),
      /DownloadError/,
    ],
    [
      'is written in Latin-1',
      () =>
        (file = () =>
          new Response(new Uint8Array([0x3c, 0x65, 0x3e, 0xf6, 0x3c, 0x2f, 0x65, 0x3e]))),
      /DownloadError/,
    ],
    ['stands at no address of the web', () => (given = 'javascript:alert(1)'), /DownloadError/],
  ])('that %s changes nothing', async (_what, arrange, expected) => {
    arrange();
    localStorage.setItem('prosEnvironment', '{"support":"before"}');
    const frame = someFrame();
    start(configuration({ basicSecret: 's' }), frame);
    frame.load();
    await logged();
    expect(console.error).toHaveBeenCalledWith(expect.stringMatching(expected));
    expect(localStorage.getItem('prosEnvironment')).toBe('{"support":"before"}');
  });

  it('without an answer of the gateway changes nothing', async () => {
    requests.mockImplementation(async () =>
      Response.json(
        { result_state: 'ERROR', result_messages: [{ code: 'BASIC_KEY_REFUSED', text: '' }] },
        { status: 403 },
      ),
    );
    const frame = someFrame();
    start(configuration({ basicSecret: 's' }), frame);
    frame.load();
    await logged();
    expect(console.error).toHaveBeenCalledWith(
      expect.stringMatching(/^Could not load the environment file\. .*BASIC_KEY_REFUSED/),
    );
    expect(requests).toHaveBeenCalledOnce();
  });
});
