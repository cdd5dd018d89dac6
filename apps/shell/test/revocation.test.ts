import { createTokenSigner } from '@lectern/e2e/token-signer';
import { describe, expect, it, vi } from 'vitest';
import { createProvider } from '../src/auth/provider.ts';
import { revokeTokens } from '../src/auth/sign-out.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { clientId, issuer, startProvider } from './hostile-provider.ts';
import { someUserRecord } from './some-user-record.ts';

fakeBrowserForEachTest();

const record = someUserRecord();

/** Revokes both tokens at a provider that answers like this. */
async function revokeAt(
  answer: (token: 'access' | 'refresh') => Response | Promise<Response>,
): Promise<void> {
  const discovery = { revocation_endpoint: `${issuer}/revoke` };
  await startProvider(await createTokenSigner(), () => undefined, { discovery });
  const honest = fetch;
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    if (new URL(address).pathname !== '/revoke') return honest(address, request);
    const token = (request.body as URLSearchParams).get('token');
    return answer(token === record.access_token ? 'access' : 'refresh');
  });
  const configuration = { authority: issuer, clientId, scope: 'openid', postLoginRoute: '/' };
  return revokeTokens(createProvider({ ...configuration, autoLogin: false }), record);
}

const refusal = (error: string) => Response.json({ error }, { status: 400 });

describe('the revocation of both tokens', () => {
  it.each(['unsupported_token_type', 'invalid_client'])(
    'ends after the refresh token’s answer, also where the access token is refused as %s',
    async (word) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const asked = Promise.withResolvers<void>();
      const settled = vi.fn<() => void>();
      const revoked = revokeAt((token) => {
        if (token === 'access') return refusal(word);
        asked.resolve();
        return new Promise((resolve) => setTimeout(() => resolve(new Response()), 2_000));
      }).then(settled);
      await asked.promise;
      await vi.advanceTimersByTimeAsync(1_999);
      expect(settled).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      await revoked;
    },
  );

  it.each([
    ['access', 'unsupported_token_type', 0],
    ['access', 'invalid_client', 1],
    // A refresh token that cannot be revoked stays usable.
    ['refresh', 'unsupported_token_type', 1],
  ])('where the %s token is refused as %s logs %i warnings', async (refused, word, expected) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await revokeAt((token) => (token === refused ? refusal(word) : new Response()));
    expect(warn).toHaveBeenCalledTimes(expected);
  });
});
