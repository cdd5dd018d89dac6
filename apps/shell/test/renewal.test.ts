import { createTokenSigner, type TokenSigner } from '@lectern/e2e/token-signer';
import type { Configuration } from 'openid-client';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createProvider } from '../src/auth/provider.ts';
import { confirmTokens, renewTokens } from '../src/auth/renewal.ts';
import { withSessionState } from '../src/auth/user-record.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { clientId, issuer, startProvider, subject } from './hostile-provider.ts';
import { someUserRecord } from './some-user-record.ts';

fakeBrowserForEachTest();

let signer: TokenSigner;
beforeAll(async () => {
  signer = await createTokenSigner();
});

const scope = 'openid';
const held = someUserRecord({ session_state: 's1.salt', profile: { sub: subject } });

/** A provider, and the paths that it was asked for. */
async function provider(): Promise<{ discovered: Configuration; requested: string[] }> {
  const requested = await startProvider(signer, () => undefined);
  const configuration = { authority: issuer, clientId, scope, postLoginRoute: '/' };
  const created = createProvider({ ...configuration, autoLogin: false });
  return { discovered: await created.discovered(), requested };
}

/** From now on the provider takes no refresh token. */
function spendRefreshTokens(): void {
  vi.stubGlobal('fetch', async () => Response.json({ error: 'invalid_grant' }, { status: 400 }));
}

describe('a renewal', () => {
  it('by refresh token leaves the session of the provider what it was', async () => {
    const { discovered } = await provider();
    const renewed = await renewTokens(discovered, { scope, silentRedirect: true }, held);
    expect(renewed).toMatchObject({ access_token: 'access-token', session_state: 's1.salt' });
  });

  it('by refresh token needs no hidden frame', async () => {
    const { discovered } = await provider();
    const renewed = await renewTokens(discovered, { scope, silentRedirect: false }, held);
    expect(renewed.access_token).toBe('access-token');
  });

  const withoutFrame = { scope, silentRedirect: false };
  const { refresh_token: _, ...withoutToken } = held;

  it.each([
    ['there is no refresh token', withoutToken],
    ['the refresh token is spent', held],
  ])('says "No silent_redirect_uri configured" where that is so and %s', async (_name, record) => {
    const { discovered } = await provider();
    spendRefreshTokens();
    await expect(renewTokens(discovered, withoutFrame, record)).rejects.toThrow(
      /^No silent_redirect_uri configured$/,
    );
  });

  it('that is to confirm a session never takes the refresh token’s word for it', async () => {
    const { discovered, requested } = await provider();
    await expect(confirmTokens(discovered, withoutFrame, held)).rejects.toThrow(
      /^No silent_redirect_uri configured$/,
    );
    expect(requested).not.toContain('/token');
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
