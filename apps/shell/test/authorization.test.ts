import { forgedIdTokens, honestIdTokens, type ForgedIdToken } from '@lectern/e2e/forged-id-tokens';
import { createTokenSigner, type TokenSigner } from '@lectern/e2e/token-signer';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { redeemRefreshToken } from '../src/auth/authorization.ts';
import { clockFault } from '../src/auth/clock-fault.ts';
import { createProvider, fetchKeys } from '../src/auth/provider.ts';
import { isDenied, isTemporary } from '../src/auth/sign-in-error.ts';
import { acceptAnswer, redirectToProvider } from '../src/auth/sign-in.ts';
import type { UserRecord } from '../src/auth/user-record.ts';
import { fakeBrowser } from './fake-browser.ts';
import {
  clientId,
  issuer,
  nowInSeconds,
  startProvider,
  subject,
  type Forgery,
} from './hostile-provider.ts';
import { someUserRecord } from './some-user-record.ts';

const signInConfiguration = {
  authority: issuer,
  clientId,
  scope: 'openid offline_access',
  postLoginRoute: '/',
  autoLogin: false,
};

let signer: TokenSigner;
/** Its key has the same name. */
let other: TokenSigner;
/** Where `location.assign` has led. */
let visited: URL;

beforeAll(async () => {
  [signer, other] = await Promise.all([createTokenSigner(), createTokenSigner()]);
});
beforeEach(() => {
  fakeBrowser();
  // To the second: between the provider's stamp and the check no time passes.
  vi.useFakeTimers({ toFake: ['Date'] });
  const assign = (address: URL) => void (visited = address);
  vi.stubGlobal('location', { origin: 'https://shell.example', assign });
});

/**
 * Signs in at a provider with this forgery.
 *
 * @param change Changes the address that the provider answers to.
 */
async function signIn(
  forgery: Forgery = {},
  change: (answer: URL) => void = () => {},
): Promise<{ outcome: Promise<UserRecord>; answer: URL; requested: string[] }> {
  const nonce = () => visited.searchParams.get('nonce') ?? undefined;
  const requested = await startProvider(signer, nonce, forgery);
  const provider = createProvider(signInConfiguration);
  await redirectToProvider(provider, signInConfiguration.scope, 'fr-CH');
  const answer = new URL('https://shell.example/auth-callback?code=c0de');
  answer.searchParams.set('state', visited.searchParams.get('state') ?? '');
  answer.searchParams.set('iss', issuer);
  change(answer);
  return { outcome: acceptAnswer(provider, answer), answer, requested };
}

/** Why a promise was rejected: the messages of the error and its causes. */
async function reason(outcome: Promise<unknown>): Promise<string> {
  try {
    await outcome;
    return 'accepted';
  } catch (error) {
    const messages: string[] = [];
    for (let cause = error; cause instanceof Error; cause = cause.cause)
      messages.push(cause.message);
    return messages.join(': ');
  }
}

describe('the authorization request', () => {
  it('uses the code flow with PKCE S256, state and nonce', async () => {
    const { outcome } = await signIn();
    await outcome;
    expect(Object.fromEntries(visited.searchParams)).toEqual({
      client_id: clientId,
      response_type: 'code',
      redirect_uri: 'https://shell.example/auth-callback',
      scope: signInConfiguration.scope,
      state: expect.stringMatching(/^.{43}$/),
      nonce: expect.stringMatching(/^.{43}$/),
      code_challenge: expect.stringMatching(/^.{43}$/),
      code_challenge_method: 'S256',
      ui_locales: 'fr-CH',
    });
  });

  it('is not made to a provider that names itself otherwise', async () => {
    const elsewhere = signIn({ discovery: { issuer: 'https://other.example' } });
    expect(await reason(elsewhere)).toContain('issuer does not match');
    expect(sessionStorage).toHaveLength(0);
  });
});

/** The forgery of a row of the table that the journeys in a browser use, too. */
function forgeryOf({ forge, discovery }: Pick<ForgedIdToken, 'forge' | 'discovery'>): Forgery {
  const { strangersKey } = signer;
  const forger = { clientId, strangersKey, strangersKeySet: `${issuer}/strangers-keys` };
  return { idToken: forge(nowInSeconds(), forger), discovery };
}

describe('accepted', () => {
  it.each(honestIdTokens)('$name', async (token) => {
    const { outcome } = await signIn(forgeryOf(token));
    expect(await outcome).toMatchObject({
      access_token: 'access-token',
      refresh_token: 'refresh-token-2',
      token_type: 'bearer',
      profile: { sub: subject },
    });
  });
});

/** Habits of providers from which nothing follows. */
describe('accepted, too:', () => {
  const twice = () => ({ keys: [signer.keySet.keys[0]!, { ...signer.keySet.keys[0] }] });
  const withCertificate = () => ({
    keys: [{ x5c: ['MIIC'], ...signer.keySet.keys[0] }, signer.keySet.keys[0]!],
  });
  const amidOthers = () => ({
    keys: [
      { kty: 'unknown', kid: 'k1' },
      { ...signer.keySet.keys[0], use: 'enc' },
      ...twice().keys,
    ],
  });

  it.each<[string, Forgery]>([
    ['null for what is not given', { tokens: { refresh_token: null, scope: null } }],
    ['no text for what is not given', { tokens: { refresh_token: '', scope: '' } }],
    ...[false, 0, {}, []].map((refresh_token): [string, Forgery] => [
      `${JSON.stringify(refresh_token)} for a refresh token`,
      { tokens: { refresh_token } },
    ]),
    ['HTTP 201', { status: 201 }],
    ['a list of scopes', { tokens: { scope: ['openid', 'profile'] } }],
    ['another letter case of the type', { tokens: { token_type: 'BEARER' } }],
    ['claims of null', { idToken: { claims: { at_hash: null, azp: null, acr: null } } }],
    ['a list of one audience', { idToken: { claims: { aud: [clientId] } } }],
    ['a token without the name of its key', { idToken: { header: { kid: undefined } } }],
    ['a key that is published twice', { keys: [twice] }],
    ['a key that is published twice, once with its certificate', { keys: [withCertificate] }],
    ['a key amid others of its name', { keys: [amidOthers] }],
    ['endpoints of null', { discovery: { end_session_endpoint: null, revocation_endpoint: null } }],
  ])('%s', async (_, forgery) => {
    const { outcome } = await signIn(forgery);
    expect(await outcome).toMatchObject({ profile: { sub: subject } });
  });

  it.each<[unknown, unknown]>([
    ['3600', 3600],
    [Number.MAX_SAFE_INTEGER, expect.any(Number)],
    ...[undefined, null, '', 0, -1, '-1', 'never', true, '0x10', 'Infinity', {}].map(
      (none): [unknown, number] => [none, 300],
    ),
  ])('a lifetime of %j', async (expires_in, expected) => {
    const anHour = { claims: { exp: nowInSeconds() + 3600 } };
    const { outcome } = await signIn({ tokens: { expires_in }, idToken: anHour });
    expect((await outcome).expires_at - nowInSeconds()).toEqual(expected);
  });

  it.each([
    ['PS256', 'SHA-256'],
    ['ES256', 'SHA-256'],
    ['EdDSA', 'SHA-512'],
  ] as const)('signatures by %s, with an at_hash by %s', async (alg, hash) => {
    const rsa = signer;
    signer = await createTokenSigner('k1', alg);
    try {
      const digest = await crypto.subtle.digest(hash, new TextEncoder().encode('access-token'));
      const at_hash = Buffer.from(digest.slice(0, digest.byteLength / 2)).toString('base64url');
      const discovery = { id_token_signing_alg_values_supported: ['RS256', alg] };
      const honest = await signIn({ discovery, idToken: { claims: { at_hash } } });
      expect(await reason(honest.outcome)).toBe('accepted');
      const forged = await signIn({ discovery, idToken: { signedBy: 'stranger' } });
      expect(await reason(forged.outcome)).toContain('signature');
    } finally {
      signer = rsa;
    }
  });
});

describe('refused at sign-in', () => {
  it.each(forgedIdTokens)('$name', async (token) => {
    const { outcome } = await signIn(forgeryOf(token));
    expect(await reason(outcome)).toContain(token.reason);
    expect(sessionStorage, 'nothing is stored').toHaveLength(0);
  });

  it.each<[string, Forgery, string]>([
    ['row 11: another nonce', { idToken: { claims: { nonce: 'x' } } }, '"nonce"'],
    ['row 11: no nonce', { idToken: { claims: { nonce: undefined } } }, '"nonce"'],
    ['no ID token', { tokens: { id_token: undefined } }, '"id_token"'],
    [
      'two keys of the same name, of which one fits',
      { keys: [() => ({ keys: [...other.keySet.keys, ...signer.keySet.keys] })] },
      'multiple applicable keys',
    ],
  ])('%s', async (_, forgery, expected) => {
    const { outcome } = await signIn(forgery);
    expect(await reason(outcome)).toContain(expected);
    expect(sessionStorage, 'nothing is stored').toHaveLength(0);
  });

  it.each([
    ['row 8: expired by 301 s', -11],
    ['row 9: issued 301 s ahead', 11],
  ])('%s is the fault of a clock that is wrong', async (name, minutes) => {
    const { outcome } = await signIn(
      forgeryOf(forgedIdTokens.find((token) => token.name === name)!),
    );
    const error = await outcome.catch((cause: unknown) => cause);
    const actual = Date.now() + minutes * 60_000;
    const headers = { Date: new Date(actual).toUTCString() };
    vi.stubGlobal('fetch', async () => new Response(null, { headers }));
    const fault = await clockFault(error);
    expect(fault).toEqual({ shown: Date.now(), actual: expect.closeTo(actual, -4) });
  });

  it.each<[string, (answer: URL) => void, string]>([
    ['another issuer', ({ searchParams }) => searchParams.set('iss', 'https://x.example'), '"iss"'],
    ['no issuer, though advertised', ({ searchParams }) => searchParams.delete('iss'), '"iss"'],
    [
      'two issuers, the right one among them',
      ({ searchParams }) => searchParams.append('iss', 'https://x.example'),
      '"iss"',
    ],
    ['another state', ({ searchParams }) => searchParams.set('state', 'x'), 'No matching state'],
    ['no state', ({ searchParams }) => searchParams.delete('state'), 'No matching state'],
    ['an error', ({ searchParams }) => searchParams.set('error', 'access_denied'), 'is an error'],
    [
      'an empty error, and no issuer',
      ({ searchParams }) => {
        searchParams.delete('iss');
        searchParams.set('error', '');
      },
      '"iss"',
    ],
    [
      'two errors, the first one empty, and no issuer',
      ({ searchParams }) => {
        searchParams.delete('iss');
        searchParams.set('error', '');
        searchParams.append('error', 'access_denied');
      },
      '"iss"',
    ],
  ])('an answer with %s: no code is exchanged', async (_, change, expected) => {
    const { outcome, requested } = await signIn({}, change);
    expect(await reason(outcome)).toContain(expected);
    expect(requested).not.toContain('/token');
  });

  it('row 17: an answer with an error and no issuer is the error: no code is exchanged', async () => {
    const { outcome, requested } = await signIn({}, ({ searchParams }) => {
      searchParams.delete('iss');
      searchParams.set('error', 'access_denied');
    });
    expect(isDenied(await outcome.catch((error: unknown) => error))).toBe(true);
    expect(requested).not.toContain('/token');
  });

  it('an answer that is replayed', async () => {
    const { outcome, answer } = await signIn();
    await outcome;
    const replayed = acceptAnswer(createProvider(signInConfiguration), answer);
    await expect(replayed).rejects.toThrow('No matching state found in storage');
  });

  it('an answer that took longer than a sign-in may', async () => {
    const late = 901_000;
    const { outcome } = await signIn({}, () => vi.setSystemTime(Date.now() + late));
    await expect(outcome).rejects.toThrow('No matching state found in storage');
  });
});

describe('an issuer with a slash at its end', () => {
  const places = [issuer, `${issuer}/realms/school`].flatMap((plain) => {
    const forms = [plain, `${plain}/`];
    return forms.flatMap((configured) =>
      forms.flatMap((discovered) =>
        forms.flatMap((ofToken) =>
          forms.map((ofAnswer) => [configured, discovered, ofToken, ofAnswer] as const),
        ),
      ),
    );
  });

  it.each(places)('%s, discovered %s, token %s, answer %s', async (authority, ...named) => {
    const [discovered, iss, ofAnswer] = named;
    const nonce = () => visited.searchParams.get('nonce') ?? undefined;
    const forgery = { discovery: { issuer: discovered }, idToken: { claims: { iss } } };
    const requested = await startProvider(signer, nonce, forgery);
    const provider = createProvider({ ...signInConfiguration, authority });
    await redirectToProvider(provider, 'openid', 'fr-CH');
    const answer = new URL('https://shell.example/auth-callback?code=c0de');
    answer.searchParams.set('state', visited.searchParams.get('state') ?? '');
    answer.searchParams.set('iss', ofAnswer);
    expect(await acceptAnswer(provider, answer)).toMatchObject({ profile: { sub: subject } });
    expect(requested.filter((path) => path === '/token')).toHaveLength(1);
    expect(requested.filter((path) => path.includes('.well-known'))).toHaveLength(1);
  });

  it('leaves a device the same time that its clock may be ahead', async () => {
    const claims = { iss: `${issuer}/`, exp: nowInSeconds() - 200 };
    const { outcome } = await signIn({ idToken: { claims } });
    expect(await reason(outcome)).toBe('accepted');
  });

  it.each<[string, Forgery]>([
    ['two', { idToken: { claims: { iss: `${issuer}//` } } }],
    ['another path', { idToken: { claims: { iss: `${issuer}/x` } } }],
    [
      'the same, and a forged signature',
      { idToken: { claims: { iss: `${issuer}/` }, signedBy: 'stranger' } },
    ],
    ['the same, and another nonce', { idToken: { claims: { iss: `${issuer}/`, nonce: 'x' } } }],
  ])('is not taken for another one: %s', async (_, forgery) => {
    const { outcome } = await signIn(forgery);
    expect(await reason(outcome)).not.toBe('accepted');
  });
});

describe('the signing keys', () => {
  const held = someUserRecord({ profile: { sub: subject } });
  const portal = () => new Response('<h1>', { headers: { 'Content-Type': 'text/html' } });

  it.each(['/.well-known/jwks.json', '/.well-known/openid-configuration/jwks'])(
    'may be at an address like that of the metadata: %s',
    async (keysPath) => {
      const { outcome, requested } = await signIn({ keysPath });
      expect(await reason(outcome)).toBe('accepted');
      expect(requested).toContain(keysPath);
    },
  );

  // Node reads them all, browsers only the first form.
  it.each<[string, (bytes: Buffer) => string]>([
    ['as the standard has it', (bytes) => bytes.toString('base64url')],
    ['with padding', (bytes) => `${bytes.toString('base64url')}==`],
    ['in base64', (bytes) => bytes.toString('base64')],
    ['with a zero before it', (bytes) => Buffer.from([0, ...bytes]).toString('base64url')],
  ])('may have a modulus %s', async (_, write) => {
    const key = signer.keySet.keys[0]!;
    const written = { ...key, n: write(Buffer.from(String(key.n), 'base64url')) };
    await startProvider(signer, () => undefined, { keys: [() => ({ keys: [written] })] });
    expect(JSON.parse(await fetchKeys(`${issuer}/keys`, {}))).toEqual({ keys: [key] });
  });

  // 1 of 256 keys has a coordinate that begins with a zero: github.com/keycloak/keycloak/issues/14933
  it.each([
    ['P-256', 31, 32],
    ['P-256', 33, 32],
    ['P-384', 47, 48],
    ['P-521', 65, 66],
  ])('may have a coordinate of %s in %i bytes', async (crv, length, expected) => {
    const keyOf = (size: number) => {
      const coordinate = Buffer.alloc(size);
      coordinate.set([1, 2], size - 2);
      return { kty: 'EC', crv, x: coordinate.toString('base64url'), y: '' };
    };
    await startProvider(signer, () => undefined, { keys: [() => ({ keys: [keyOf(length)] })] });
    const { keys } = JSON.parse(await fetchKeys(`${issuer}/keys`, {}));
    expect(keys[0].x).toBe(keyOf(expected).x);
  });

  it.each([
    { kty: 'EC', x: 'AAE', y: 'AAI' },
    { kty: 'OKP', crv: 'Ed25519', x: 'AAE' },
    { kty: 'oct', k: 'AA==' },
    { kty: 'RSA', n: '?', e: 'AQAB' },
  ])('stay as they are: %j', async (key) => {
    await startProvider(signer, () => undefined, { keys: [() => ({ keys: [key] })] });
    expect(JSON.parse(await fetchKeys(`${issuer}/keys`, {}))).toEqual({ keys: [key] });
  });

  it('may have changed a moment after they were fetched', async () => {
    const { outcome } = await signIn();
    await outcome;
    const next = await createTokenSigner('k2');
    const provider = createProvider(signInConfiguration);
    await startProvider(signer, () => undefined);
    await redeemRefreshToken(await provider.discovered(), 'r', held);
    await startProvider(next, () => undefined);
    expect(await redeemRefreshToken(await provider.discovered(), 'r', held)).toMatchObject({
      access_token: 'access-token',
    });
  });

  it.each<[string, () => Response]>([
    ['a page of a portal comes', portal],
    ['the provider fails', () => new Response(null, { status: 503 })],
    [
      'nothing comes',
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
  ])('are the last ones where %s in their place', async (_, instead) => {
    const provider = createProvider(signInConfiguration);
    const honest = () => signer.keySet;
    await startProvider(signer, () => undefined, { keys: [honest, instead] });
    for (let renewals = 0; renewals < 2; renewals++) {
      const renewed = redeemRefreshToken(await provider.discovered(), 'r', held);
      await expect(renewed).resolves.toMatchObject({ access_token: 'access-token' });
    }
  });

  it('that do not come at all are waited for', async () => {
    const provider = createProvider(signInConfiguration);
    await startProvider(signer, () => undefined, { keys: [portal] });
    const refused = redeemRefreshToken(await provider.discovered(), 'r', held);
    expect(isTemporary(await refused.catch((error: unknown) => error))).toBe(true);
  });
});

describe('the resource of the configuration', () => {
  const resource = 'https://services.example/';
  const held = someUserRecord({ profile: { sub: subject } });

  it.each<[string, string | undefined]>([
    ['names in each request for tokens what they are for', resource],
    ['is not named where there is none', undefined],
  ])('%s', async (_, named) => {
    const nonce = () => visited.searchParams.get('nonce') ?? undefined;
    await startProvider(signer, nonce);
    const provider = createProvider({ ...signInConfiguration, ...(named && { resource: named }) });
    await redirectToProvider(provider, signInConfiguration.scope, 'fr-CH');
    const answer = new URL('https://shell.example/auth-callback?code=c0de');
    answer.searchParams.set('state', visited.searchParams.get('state') ?? '');
    answer.searchParams.set('iss', issuer);
    await acceptAnswer(provider, answer);
    await redeemRefreshToken(await provider.discovered(), 'r', held).catch(() => {});
    const posted = vi
      .mocked(fetch)
      .mock.calls.filter(([, options]) => options?.method === 'POST')
      .map(([, options]) => new URLSearchParams(options?.body as URLSearchParams));
    const requests = [visited.searchParams, ...posted];
    expect(requests.map((request) => request.getAll('resource'))).toEqual(
      Array(3).fill(named === undefined ? [] : [named]),
    );
  });
});

describe('on renewal', () => {
  const held = someUserRecord({
    id_token: 'old-id-token',
    access_token: 'old-access-token',
    refresh_token: 'refresh-token-1',
    profile: { sub: subject },
  });

  async function renew(forgery: Forgery = {}): Promise<UserRecord> {
    await startProvider(signer, () => undefined, forgery);
    const provider = await createProvider(signInConfiguration).discovered();
    return redeemRefreshToken(provider, 'refresh-token-1', held);
  }

  it('the rotated refresh token replaces the old one', async () => {
    expect(await renew()).toMatchObject({
      access_token: 'access-token',
      refresh_token: 'refresh-token-2',
    });
  });

  it('what the provider does not give anew stays', async () => {
    const forgery = { tokens: { id_token: undefined, refresh_token: undefined } };
    expect(await renew(forgery)).toMatchObject({
      access_token: 'access-token',
      refresh_token: 'refresh-token-1',
      id_token: 'old-id-token',
      profile: { sub: subject },
    });
  });

  it.each<[string, object]>([
    ['is null', { refresh_token: null, id_token: null, scope: null }],
    ['is empty', { refresh_token: '', id_token: '' }],
  ])('what %s in the answer stays, too', async (_, tokens) => {
    expect(await renew({ tokens: { ...tokens } })).toMatchObject({
      access_token: 'access-token',
      refresh_token: 'refresh-token-1',
      id_token: 'old-id-token',
    });
  });

  it('claims of null are none', async () => {
    const claims = { at_hash: null, nonce: null, c_hash: null, azp: null };
    expect(await reason(renew({ idToken: { claims } }))).toBe('accepted');
  });

  it.each(forgedIdTokens)('refused: $name', async (token) => {
    expect(await reason(renew(forgeryOf(token)))).toContain(token.reason);
  });

  it('refused: another subject', async () => {
    const renewed = renew({ idToken: { claims: { sub: 'ben' } } });
    expect(await reason(renewed)).toContain('another subject');
  });

  it('asks for the keys, and not the browser for what it has kept of them', async () => {
    await renew();
    const requests = vi.mocked(fetch).mock.calls;
    const ofKeys = requests.filter(([address]) => address === `${issuer}/keys`);
    expect(ofKeys.map(([, init]) => init?.cache)).toEqual(['no-cache']);
  });
});
