import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { redeemRefreshToken } from '../src/auth/authorization.ts';
import { createProvider } from '../src/auth/provider.ts';
import { acceptAnswer, redirectToProvider } from '../src/auth/sign-in.ts';
import type { UserRecord } from '../src/auth/user-record.ts';
import { fakeBrowser } from './fake-browser.ts';
import {
  clientId,
  issuer,
  nowInSeconds,
  signingKeys,
  startProvider,
  subject,
  type Forgery,
} from './hostile-provider.ts';

const signInConfiguration = {
  authority: issuer,
  clientId,
  scope: 'openid offline_access',
  postLoginRoute: '/',
  autoLogin: false,
};

let keys: CryptoKeyPair;
let otherKeys: CryptoKeyPair;
/** Where `location.assign` has led. */
let visited: URL;

beforeAll(async () => {
  [keys, otherKeys] = await Promise.all([signingKeys(), signingKeys()]);
});
beforeEach(() => {
  fakeBrowser();
  const assign = (address: URL) => void (visited = address);
  vi.stubGlobal('location', { origin: 'https://shell.example', assign });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
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
  const requested = await startProvider(keys, nonce, forgery);
  const provider = createProvider(signInConfiguration);
  await redirectToProvider(provider, signInConfiguration.scope);
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
    });
  });

  it('is not made to a provider that names itself otherwise', async () => {
    const elsewhere = signIn({ discovery: { issuer: 'https://other.example' } });
    expect(await reason(elsewhere)).toContain('issuer does not match');
    expect(sessionStorage).toHaveLength(0);
  });
});

describe('accepted', () => {
  const honest: [string, Forgery][] = [
    ['an honest answer', {}],
    ['expired by less than the skew', { claims: { exp: nowInSeconds() - 290 } }],
    ['issued ahead by less than the skew', { claims: { iat: nowInSeconds() + 290 } }],
    ['not before a time within the skew', { claims: { nbf: nowInSeconds() + 290 } }],
    [
      'for several audiences, authorized to us',
      { claims: { aud: [clientId, 'x'], azp: clientId } },
    ],
    ['without at_hash, which is optional', { claims: { at_hash: undefined } }],
  ];
  it.each(honest)('%s', async (_, forgery) => {
    const { outcome } = await signIn(forgery);
    expect(await outcome).toMatchObject({
      access_token: 'access-token',
      refresh_token: 'refresh-token-2',
      token_type: 'bearer',
      profile: { sub: subject },
    });
  });
});

/** A forgery, and a part of the reason for which it must be refused. */
type Row = [name: string, forgery: () => Forgery, reason: string];

/** Forged ID tokens; refused at sign-in and on renewal alike. */
const forgedTokens: Row[] = [
  [
    'signed with another key of the same kid',
    () => ({ signWith: otherKeys.privateKey }),
    'signature',
  ],
  ['alg none', () => ({ header: { alg: 'none' }, signature: '' }), '"alg"'],
  ['HS256', () => ({ header: { alg: 'HS256' } }), '"alg"'],
  [
    'HS256 that the provider offers',
    () => ({
      header: { alg: 'HS256' },
      discovery: { id_token_signing_alg_values_supported: ['HS256', 'RS256'] },
    }),
    'unsupported JWS algorithm',
  ],
  ['an unknown kid', () => ({ header: { kid: 'k2' } }), 'no applicable keys'],
  [
    'an embedded key',
    () => ({
      header: { kid: undefined, jwk: { kty: 'RSA' } },
      signWith: otherKeys.privateKey,
    }),
    'signature',
  ],
  ['another issuer', () => ({ claims: { iss: 'https://other.example' } }), '"iss"'],
  ['another audience', () => ({ claims: { aud: 'other-client' } }), '"aud"'],
  ['several audiences without azp', () => ({ claims: { aud: [clientId, 'x'] } }), '"aud"'],
  [
    'another azp of several audiences',
    () => ({ claims: { aud: [clientId, 'x'], azp: 'x' } }),
    '"azp"',
  ],
  ['another azp of one audience', () => ({ claims: { azp: 'x' } }), '"azp"'],
  ['expired beyond the skew', () => ({ claims: { exp: nowInSeconds() - 301 } }), '"exp"'],
  ['issued ahead beyond the skew', () => ({ claims: { iat: nowInSeconds() + 310 } }), '"iat"'],
  ['not before a time beyond the skew', () => ({ claims: { nbf: nowInSeconds() + 310 } }), '"nbf"'],
  ['no subject', () => ({ claims: { sub: undefined } }), '"sub"'],
  ['no expiry', () => ({ claims: { exp: undefined } }), '"exp"'],
  ['no issued-at', () => ({ claims: { iat: undefined } }), '"iat"'],
  ['another access token’s at_hash', () => ({ claims: { at_hash: 'x'.repeat(22) } }), '"at_hash"'],
  ['an access token', () => ({ header: { typ: 'at+jwt' } }), '"typ"'],
  ['an access token, typ in full', () => ({ header: { typ: 'application/at+JWT' } }), '"typ"'],
];

describe('refused at sign-in', () => {
  it.each<Row>([
    ...forgedTokens,
    ['another nonce', () => ({ claims: { nonce: 'x' } }), '"nonce"'],
    ['no nonce', () => ({ claims: { nonce: undefined } }), '"nonce"'],
    ['no ID token', () => ({ tokens: { id_token: undefined } }), '"id_token"'],
  ])('%s', async (_, forgery, expected) => {
    const { outcome } = await signIn(forgery());
    expect(await reason(outcome)).toContain(expected);
    expect(sessionStorage, 'nothing is stored').toHaveLength(0);
  });

  it.each<[string, (answer: URL) => void, string]>([
    ['another issuer', ({ searchParams }) => searchParams.set('iss', 'https://x.example'), '"iss"'],
    ['no issuer, though advertised', ({ searchParams }) => searchParams.delete('iss'), '"iss"'],
    ['another state', ({ searchParams }) => searchParams.set('state', 'x'), 'No matching state'],
    ['no state', ({ searchParams }) => searchParams.delete('state'), 'No matching state'],
    ['an error', ({ searchParams }) => searchParams.set('error', 'access_denied'), 'is an error'],
  ])('an answer with %s: no code is exchanged', async (_, change, expected) => {
    const { outcome, requested } = await signIn({}, change);
    expect(await reason(outcome)).toContain(expected);
    expect(requested).not.toContain('/token');
  });

  it('an answer that is replayed', async () => {
    const { outcome, answer } = await signIn();
    await outcome;
    const replayed = acceptAnswer(createProvider(signInConfiguration), answer);
    await expect(replayed).rejects.toThrow('No matching state found in storage');
  });

  it('an answer that took longer than a sign-in may', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const late = 901_000;
    const { outcome } = await signIn({}, () => vi.setSystemTime(Date.now() + late));
    await expect(outcome).rejects.toThrow('No matching state found in storage');
    vi.useRealTimers();
  });
});

describe('on renewal', () => {
  const held: UserRecord = {
    id_token: 'old-id-token',
    access_token: 'old-access-token',
    refresh_token: 'refresh-token-1',
    expires_at: 0,
    token_type: 'bearer',
    profile: { sub: subject },
  };
  async function renew(forgery: Forgery = {}): Promise<UserRecord> {
    await startProvider(keys, () => undefined, forgery);
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

  it.each<Row>([
    ...forgedTokens,
    ['another subject', () => ({ claims: { sub: 'ben' } }), 'another subject'],
  ])('refused: %s', async (_, forgery, expected) => {
    expect(await reason(renew(forgery()))).toContain(expected);
  });
});
