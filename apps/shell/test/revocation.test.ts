import { createTokenSigner } from '@lectern/e2e/token-signer';
import { expect, it, vi } from 'vitest';
import { createProvider } from '../src/auth/provider.ts';
import { revokeTokens } from '../src/auth/sign-out.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { clientId, issuer, startProvider } from './hostile-provider.ts';
import { someUserRecord } from './some-user-record.ts';

fakeBrowserForEachTest();

const record = someUserRecord();

/** Revokes the tokens; the provider refuses the access token with this error, and waits with the refresh token. */
async function revokeBoth(refusal: string) {
  const discovery = { revocation_endpoint: `${issuer}/revoke` };
  await startProvider(await createTokenSigner(), () => undefined, { discovery });
  const honest = fetch;
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    if (new URL(address).pathname !== '/revoke') return honest(address, request);
    const isAccess = (request.body as URLSearchParams).get('token') === record.access_token;
    if (isAccess) return Response.json({ error: refusal }, { status: 400 });
    asked.resolve();
    return answered.promise;
  });
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const configuration = { authority: issuer, clientId, scope: 'openid', postLoginRoute: '/' };
  const settled = vi.fn<() => void>();
  const revoked = revokeTokens(createProvider({ ...configuration, autoLogin: false }), record);
  void revoked.then(settled);
  await asked.promise;
  return { revoked, settled, warn, answer: () => answered.resolve(new Response()) };
}

it('of the refresh token is waited for where that of the access token is refused', async () => {
  const { revoked, settled, warn, answer } = await revokeBoth('unsupported_token_type');
  await new Promise((resolve) => setTimeout(resolve));
  expect(settled).not.toHaveBeenCalled();
  answer();
  await revoked;
  expect(warn).not.toHaveBeenCalled();
});

it('that is refused for another reason is logged', async () => {
  const { revoked, warn, answer } = await revokeBoth('invalid_client');
  answer();
  await revoked;
  expect(warn).toHaveBeenCalledOnce();
});
