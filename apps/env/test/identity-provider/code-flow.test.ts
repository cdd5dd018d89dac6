import * as oidc from 'openid-client';
import { describe, expect, test } from 'vitest';
import { startBeforeAll } from '../../testing/later.ts';
import { shellClientId } from '../../src/accounts.ts';
import { Browser } from './browser.ts';
import * as party from './relying-party.ts';

const provider = startBeforeAll(() => party.start());

describe('with the client that the shell uses', () => {
  test('discovery, sign-in, verified ID token, user info', async () => {
    const client = await oidc.discovery(
      new URL(provider.issuer),
      shellClientId,
      undefined,
      oidc.None(),
      {
        execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
      },
    );
    const { verifier, challenge } = party.pkce();
    const browser = new Browser();
    const page = await party.openSignInPage(
      browser,
      party.authorizationUrl(provider.issuer, challenge),
    );
    const callback = await browser.follow(await browser.post(page, party.mia));
    const tokens = await oidc.authorizationCodeGrant(client, callback as URL, {
      pkceCodeVerifier: verifier,
      expectedState: 'a-state',
      expectedNonce: 'a-nonce',
      idTokenExpected: true,
    });
    expect(tokens.claims()).toMatchObject({ iss: provider.issuer, sub: 'demo-mia' });
    expect(await oidc.fetchUserInfo(client, tokens.access_token, 'demo-mia')).toEqual({
      sub: 'demo-mia',
      name: 'Mia Keller',
      given_name: 'Mia',
      family_name: 'Keller',
      locale: 'de',
      identity_provider: 'BEOOK_1',
      groups: [],
      email: 'mia@schule.example',
    });
    const renewed = await oidc.refreshTokenGrant(client, tokens.refresh_token ?? '');
    expect(renewed.claims()?.sub).toBe('demo-mia');
  });

  test('discovery promises what the shell relies on and nothing implicit', () => {
    return expect(
      fetch(`${provider.issuer}/.well-known/openid-configuration`).then((answer) => answer.json()),
    ).resolves.toMatchObject({
      issuer: provider.issuer,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    });
  });
});

describe('the ID token', () => {
  test('says who, for whom, of which session and until when, and no personal data', async () => {
    const { id_token } = await party.signIn(provider.issuer);
    const [header, claims] = id_token
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
    expect(header).toMatchObject({ alg: 'RS256', kid: expect.any(String) });
    const expected = ['aud', 'exp', 'iat', 'iss', 'nonce', 'sid', 'sub'];
    expect(Object.keys(claims).toSorted()).toEqual(expected);
    expect(claims.exp - claims.iat).toBe(300);
  });
});

describe('authorization requests that are refused', () => {
  const { challenge } = party.pkce();
  const wrong = {
    'without PKCE': { code_challenge: undefined, code_challenge_method: undefined },
    'PKCE method plain': { code_challenge_method: 'plain' },
    'PKCE method left out, which means plain': { code_challenge_method: undefined },
    'implicit response type': { response_type: 'id_token' },
    'token response type': { response_type: 'token' },
    'scope of nobody': { scope: 'openid everything\u0001' },
    'request object': { request: 'x' },
    'unknown prompt': { prompt: 'select_account' },
  };
  test.each(Object.entries(wrong))('%s: told to the shell', async (_name, overrides) => {
    const url = party.authorizationUrl(provider.issuer, challenge, overrides);
    const end = await new Browser().follow(await new Browser().get(url));
    if (!(end instanceof URL)) throw new Error(`ended on a page with HTTP ${end.status}`);
    const answer = new URLSearchParams(end.search || end.hash.slice(1));
    expect(end.href.startsWith(`${party.shellOrigin}/auth-callback`)).toBe(true);
    expect(answer.get('error')).toMatch(/^(invalid|unsupported|request|unauthorized)/);
    expect(answer.get('iss')).toBe(provider.issuer);
    expect(answer.get('code')).toBeNull();
  });

  const untrusted = {
    'unregistered redirect address': { redirect_uri: 'http://evil.example/auth-callback' },
    'registered address with more behind it': {
      redirect_uri: `${party.shellOrigin}/auth-callback/../evil`,
    },
    'registered address with a query': { redirect_uri: `${party.shellOrigin}/auth-callback?x=1` },
    'no redirect address': { redirect_uri: undefined },
    'unknown client': { client_id: 'nobody' },
    'client without a browser flow': { client_id: 'lectern-services' },
    'no client': { client_id: undefined },
  };
  test.each(Object.entries(untrusted))('%s: never redirected', async (_name, overrides) => {
    const answer = await new Browser().get(
      party.authorizationUrl(provider.issuer, challenge, overrides),
    );
    expect(answer.status).toBe(400);
    expect(answer.headers.get('Location')).toBeNull();
    expect(await answer.text()).toContain('Hier ist etwas schiefgelaufen');
  });
});

describe('the code', () => {
  async function obtain() {
    const { verifier, challenge } = party.pkce();
    const browser = new Browser();
    const page = await party.openSignInPage(
      browser,
      party.authorizationUrl(provider.issuer, challenge),
    );
    const callback = (await browser.follow(await browser.post(page, party.mia))) as URL;
    return { callback, verifier, code: callback.searchParams.get('code') ?? '' };
  }

  test('comes back with state and issuer', async () => {
    const { callback } = await obtain();
    expect(callback.searchParams.get('state')).toBe('a-state');
    expect(callback.searchParams.get('iss')).toBe(provider.issuer);
  });

  test.each([
    ['without a verifier', undefined],
    ["with another request's verifier", party.pkce().verifier],
  ])('is not redeemed %s', async (_name, verifier) => {
    const { code } = await obtain();
    expect((await party.redeem(provider.issuer, code, verifier)).status).toBe(400);
  });

  test('redeemed twice ends the tokens of the first redemption', async () => {
    const { code, verifier } = await obtain();
    const first = (await (
      await party.redeem(provider.issuer, code, verifier)
    ).json()) as party.Tokens;
    expect((await party.introspect(provider.issuer, first.access_token))['active']).toBe(true);
    expect((await party.redeem(provider.issuer, code, verifier)).status).toBe(400);
    expect((await party.introspect(provider.issuer, first.access_token))['active']).toBe(false);
  });
});

test('asking for consent shows no page: the shell is the platform itself', async () => {
  const browser = new Browser();
  await party.signIn(provider.issuer, browser);
  const { verifier, challenge } = party.pkce();
  const request = party.authorizationUrl(provider.issuer, challenge, { prompt: 'consent' });
  const callback = (await browser.follow(await browser.get(request))) as URL;
  const answer = await party.redeem(
    provider.issuer,
    callback.searchParams.get('code') ?? '',
    verifier,
  );
  expect(await answer.json()).toMatchObject({ scope: 'openid profile email offline_access' });
});
