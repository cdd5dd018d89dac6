import { createTokenSigner, type TokenSigner } from '@lectern/e2e/token-signer';
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  type Configuration,
} from 'openid-client';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProvider } from '../src/auth/provider.ts';
import { confirmTokens, renewTokens } from '../src/auth/renewal.ts';
import { silentRenewTimeoutInSeconds } from '../src/auth/sign-in-defaults.ts';
import { isTemporary } from '../src/auth/sign-in-error.ts';
import { withSessionState } from '../src/auth/user-record.ts';
import { fakeBrowser, fakeBrowserForEachTest } from './fake-browser.ts';
import { clientId, issuer, startProvider, subject, type Forgery } from './hostile-provider.ts';
import { someUserRecord } from './some-user-record.ts';

fakeBrowserForEachTest();

let signer: TokenSigner;
beforeAll(async () => {
  signer = await createTokenSigner();
});

const scope = 'openid';
const held = someUserRecord({ session_state: 's1.salt', profile: { sub: subject } });

const withoutFrame = { scope, silentRedirect: false };
const withFrame = { scope, silentRedirect: true };

/** Authorization requests of the hidden frame. */
let asked: URLSearchParams[];
beforeEach(() => void (asked = []));

/** A provider, and the paths that it was asked for. */
async function provider(
  forgery?: Forgery,
): Promise<{ discovered: Configuration; requested: string[] }> {
  const nonce = () => asked.at(-1)?.get('nonce') ?? undefined;
  const requested = await startProvider(signer, nonce, forgery);
  const configuration = { authority: issuer, clientId, scope, postLoginRoute: '/' };
  const created = createProvider({ ...configuration, autoLogin: false });
  return { discovered: await created.discovered(), requested };
}

/** From now on the provider takes no refresh token. */
function spendRefreshTokens(error = 'invalid_grant'): void {
  vi.stubGlobal('fetch', async () => Response.json({ error }, { status: 400 }));
}

describe('a renewal', () => {
  it('by refresh token leaves the session of the provider what it was', async () => {
    const { discovered } = await provider();
    const renewed = await renewTokens(discovered, withFrame, held, false);
    expect(renewed).toMatchObject({ access_token: 'access-token', session_state: 's1.salt' });
  });

  it('by refresh token needs no hidden frame', async () => {
    const { discovered } = await provider();
    const renewed = await renewTokens(discovered, withoutFrame, held, false);
    expect(renewed.access_token).toBe('access-token');
  });

  const { refresh_token: _, ...withoutToken } = held;

  it('says "No silent_redirect_uri configured" without a refresh token', async () => {
    const { discovered } = await provider();
    await expect(renewTokens(discovered, withoutFrame, withoutToken, false)).rejects.toThrow(
      /^No silent_redirect_uri configured$/,
    );
  });

  it.each(['invalid_grant', 'invalid_request'])(
    'without a frame says why the refresh token was refused: %s',
    async (error) => {
      const { discovered } = await provider();
      spendRefreshTokens(error);
      const renewed = renewTokens(discovered, withoutFrame, held, false);
      await expect(renewed).rejects.toMatchObject({ name: 'ResponseBodyError', error });
    },
  );

  it('that is to confirm a session never takes the refresh token’s word for it', async () => {
    const { discovered, requested } = await provider();
    await expect(confirmTokens(discovered, withoutFrame, held)).rejects.toThrow(
      /^No silent_redirect_uri configured$/,
    );
    expect(requested).not.toContain('/token');
  });
});

/** Answers to a renewal by refresh token, and whether it is tried again after them. */
describe('at a renewal is', () => {
  const json = (body: unknown, status = 200) => Response.json(body, { status });
  const error = (code: string, status = 400) => json({ error: code }, status);
  const page = (status: number) =>
    new Response('<h1>Willkommen im WLAN</h1>', {
      status,
      headers: { 'Content-Type': 'text/html' },
    });
  const asJson = (body: string, status = 200) =>
    new Response(body, { status, headers: { 'Content-Type': 'application/json' } });
  const tokens = { access_token: 'access-token', token_type: 'Bearer', expires_in: 300 };

  const noRefusals: Record<string, () => Response | Promise<Response>> = {
    'a page of a portal with 200': () => page(200),
    'JSON of another type': () => new Response(JSON.stringify({ ...tokens, access_token: 7 })),
    'a page with 400': () => page(400),
    'a page with 401': () => page(401),
    'a page with 403': () => page(403),
    'a page with 404': () => page(404),
    'a page with 407': () => page(407),
    'a redirect': () => new Response(null, { status: 302, headers: { Location: '/portal' } }),
    '429': () => page(429),
    '503': () => page(503),
    'cut JSON': () => asJson('{"access_token":"access-to'),
    'a page that says it is JSON': () => asJson('<h1>'),
    'nothing with 200': () => asJson(''),
    'nothing with 400': () => new Response(null, { status: 400 }),
    'an empty object': () => json({}),
    'a list': () => json([]),
    'tokens without their type': () => json({ access_token: 'access-token' }),
    'the JSON of a gateway': () => error('Forbidden', 403),
    'a login that a proxy asks for': () =>
      new Response(null, { status: 401, headers: { 'WWW-Authenticate': 'Basic realm="p"' } }),
    temporarily_unavailable: () => error('temporarily_unavailable'),
    server_error: () => error('server_error'),
    'invalid_grant with 503': () => error('invalid_grant', 503),
    'no network': () => Promise.reject(new TypeError('Failed to fetch')),
    'an answer that takes too long': () =>
      Promise.reject(new DOMException('signal timed out', 'TimeoutError')),
    'an answer that breaks off': () =>
      new Response(new ReadableStream({ start: (body) => body.error(new TypeError('cut')) }), {
        headers: { 'Content-Type': 'application/json' },
      }),
  };
  const refusals: typeof noRefusals = {
    invalid_client: () => error('invalid_client', 401),
    unauthorized_client: () => error('unauthorized_client'),
    invalid_request: () => error('invalid_request'),
    unsupported_grant_type: () => error('unsupported_grant_type'),
    invalid_scope: () => error('invalid_scope'),
    access_denied: () => error('access_denied'),
    consent_required: () => error('consent_required'),
    interaction_required: () => error('interaction_required'),
    login_required: () => error('login_required'),
    'invalid_client as text': () => new Response('{"error":"invalid_client"}', { status: 400 }),
    'an ID token that is none': () => json({ ...tokens, id_token: 'e30.e30' }),
    'a forged ID token': async () =>
      json({
        ...tokens,
        id_token: await signer.sign(
          { iss: issuer, sub: subject, aud: clientId, iat: now(), exp: now() + 300 },
          { signedBy: 'stranger' },
        ),
      }),
  };
  const now = () => Math.floor(Date.now() / 1000);

  async function failure(answer: () => Response | Promise<Response>): Promise<unknown> {
    const { discovered } = await provider();
    const honest = fetch;
    vi.stubGlobal('fetch', (address: string, request: RequestInit) =>
      new URL(address).pathname === '/token' ? answer() : honest(address, request),
    );
    return renewTokens(discovered, withoutFrame, held, false).then(
      () => 'renewed',
      (reason: unknown) => reason,
    );
  }

  it.each(Object.entries(noRefusals))('%s no refusal', async (_, answer) => {
    expect(isTemporary(await failure(answer))).toBe(true);
  });

  it.each(Object.entries(refusals))('%s a refusal', async (_, answer) => {
    expect(isTemporary(await failure(answer))).toBe(false);
  });

  it.each([
    ['login_required', false],
    ['interaction_required', false],
    ['access_denied', false],
    ['temporarily_unavailable', true],
    ['server_error', true],
  ])('%s in the hidden frame no refusal: %s', (code, expected) => {
    const cause = new URLSearchParams({ error: code });
    expect(isTemporary(new AuthorizationResponseError('', { cause }))).toBe(expected);
  });
});

/** From now on a hidden frame comes back with this parameter, or never. */
function frameAnswers(name: 'code' | 'error' | 'never', value = ''): void {
  const browser = fakeBrowser();
  const frame = { remove: () => {}, contentWindow: {}, src: '' };
  vi.stubGlobal('document', {
    createElement: () => frame,
    body: {
      append() {
        const { searchParams } = new URL(frame.src);
        asked.push(searchParams);
        if (name === 'never') return;
        const answer = new URL(searchParams.get('redirect_uri')!);
        answer.searchParams.set('state', searchParams.get('state')!);
        answer.searchParams.set('iss', issuer);
        answer.searchParams.set(name, value);
        const { origin } = location;
        const data = { signInAnswer: answer.href };
        browser.fire('message', { source: frame.contentWindow, origin, data });
      },
    },
  });
}

describe('a refresh token that is refused without a word', () => {
  it.each([
    // The browser may keep the cookies from the frame.
    ['the frame says that nobody is signed in', 'login_required'],
    ['the frame says that it may pass', 'temporarily_unavailable'],
  ])('is tried again where %s', async (_, error) => {
    const { discovered } = await provider();
    vi.stubGlobal('fetch', async () => new Response(null, { status: 400 }));
    frameAnswers('error', error);
    const renewed = renewTokens(discovered, withFrame, held, false);
    const reason: unknown = await renewed.catch((failure: unknown) => failure);
    expect(isTemporary(reason)).toBe(true);
    expect(reason).toBeInstanceOf(ClientError);
    expect(asked.pop()?.get('id_token_hint')).toBe(held.id_token);
  });
});

describe('a refresh token that is refused in words', () => {
  it.each(['invalid_grant', 'invalid_request', 'invalid_target'])(
    'leads to the word of the frame: %s',
    async (word) => {
      const { discovered } = await provider();
      spendRefreshTokens(word);
      frameAnswers('error', 'login_required');
      const renewed = renewTokens(discovered, withFrame, held, false);
      const reason: unknown = await renewed.catch((failure: unknown) => failure);
      expect(reason).toBeInstanceOf(AuthorizationResponseError);
      expect(isTemporary(reason)).toBe(false);
    },
  );

  it('is refused where the frame does not come back twice; once may be a slow network', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { discovered } = await provider();
    spendRefreshTokens('invalid_request');
    frameAnswers('never');
    async function failure(round: number): Promise<unknown> {
      const failed = renewTokens(discovered, withFrame, held, false).catch(
        (error: unknown) => error,
      );
      await vi.waitFor(() => expect(asked).toHaveLength(round));
      await vi.advanceTimersByTimeAsync(silentRenewTimeoutInSeconds * 1000);
      return failed;
    }
    expect(isTemporary(await failure(1))).toBe(true);
    const reason = await failure(2);
    expect(reason).toBeInstanceOf(ResponseBodyError);
    expect(isTemporary(reason)).toBe(false);
  });

  it('gives the frame no ID token that makes the address too long', async () => {
    const { discovered } = await provider();
    spendRefreshTokens();
    frameAnswers('error', 'login_required');
    const long = { ...held, id_token: 'x'.repeat(2000) };
    await renewTokens(discovered, withFrame, long, false).catch(() => {});
    expect(asked.pop()?.get('id_token_hint')).toBeNull();
  });
});

describe('a refresh token whose refusal the browser may keep, since it has no CORS headers', () => {
  /** From now on the page sees no answer to a request that this is true for. */
  function hideAnswers(isHidden: (request: RequestInit) => boolean): void {
    const honest = fetch;
    vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
      if (isHidden(request)) throw new TypeError('Failed to fetch');
      return honest(address, request);
    });
  }
  const isRenewal = ({ body }: RequestInit) =>
    body instanceof URLSearchParams && body.get('grant_type') === 'refresh_token';

  it('asks for keys and the frame once, at the last of three attempts', async () => {
    const { discovered, requested } = await provider();
    hideAnswers(isRenewal);
    frameAnswers('error', 'login_required');
    for (const isLast of [false, false, true]) {
      const renewed = renewTokens(discovered, withFrame, held, isLast);
      expect(isTemporary(await renewed.catch((error: unknown) => error))).toBe(true);
      expect(asked).toHaveLength(isLast ? 1 : 0);
    }
    expect(requested.filter((path) => path === '/keys')).toHaveLength(1);
  });

  it('asks for neither where there is no frame', async () => {
    const { discovered, requested } = await provider();
    hideAnswers(isRenewal);
    frameAnswers('error', 'login_required');
    const renewed = renewTokens(discovered, withoutFrame, held, true);
    await expect(renewed).rejects.toThrow(/^Failed to fetch$/);
    expect(requested).not.toContain('/keys');
    expect(asked).toEqual([]);
  });

  it.each<[string, () => void, Forgery]>([
    ['nothing of the provider comes', () => hideAnswers(() => true), {}],
    [
      'a page of a portal comes instead of the keys',
      () => hideAnswers(isRenewal),
      { keys: [() => new Response('<h1>')] },
    ],
  ])('asks no frame where %s', async (_, hide, forgery) => {
    const { discovered } = await provider(forgery);
    hide();
    frameAnswers('error', 'login_required');
    await expect(renewTokens(discovered, withFrame, held, true)).rejects.toThrow(TypeError);
    expect(asked).toEqual([]);
  });

  it.each([
    ['it gives none', undefined, held.refresh_token],
    ['it gives another', 'refresh-token-2', 'refresh-token-2'],
  ])('takes the frame’s tokens; the refresh token where %s', async (_, given, expected) => {
    const { discovered } = await provider({ tokens: { refresh_token: given } });
    hideAnswers(isRenewal);
    frameAnswers('code', 'c0de');
    expect(await renewTokens(discovered, withFrame, held, true)).toMatchObject({
      access_token: 'access-token',
      refresh_token: expected,
    });
  });

  it('refuses another subject in the frame', async () => {
    const { discovered } = await provider({ idToken: { claims: { sub: 'ben' } } });
    hideAnswers(isRenewal);
    frameAnswers('code', 'c0de');
    const renewed = renewTokens(discovered, withFrame, held, true);
    const reason: unknown = await renewed.catch((error: unknown) => error);
    expect(String(reason)).toContain('another subject');
    expect(isTemporary(reason)).toBe(false);
  });
});

describe('the session that an answer names', () => {
  it.each([
    ['?code=c&session_state=s2.salt', 's2.salt'],
    ['?code=c', 's1.salt'],
  ])('%s', (query, expected) => {
    const answer = new URL(`https://shell.example/auth-callback${query}`);
    expect(withSessionState(held, answer).session_state).toBe(expected);
  });
});
