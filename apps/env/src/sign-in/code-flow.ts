import * as oidc from 'openid-client';
import type { DemoAccount } from '../accounts.ts';
import type { Cookies } from './cookies.ts';
import { signInByForm } from './sign-in-by-form.ts';

/** Where the embedded provider sends a browser after a sign-in; nothing follows it there. */
const callbackPath = '/auth-callback';

/** A client of the embedded identity provider. @param secret Absent: a public client. */
export function discoverClient(
  issuer: string,
  clientId: string,
  secret?: string,
): Promise<oidc.Configuration> {
  return oidc.discovery(
    new URL(issuer),
    clientId,
    undefined,
    secret ? oidc.ClientSecretBasic(secret) : oidc.None(),
    { execute: [oidc.allowInsecureRequests] },
  );
}

/**
 * Signs in by the code flow with PKCE, through the provider's own page, as the shell in a browser does.
 *
 * @param cookies Of the browser; those of the session are added.
 * @throws {Error} where the provider refuses.
 */
export async function signInByCode(
  client: oidc.Configuration,
  shellOrigin: string,
  account: Pick<DemoAccount, 'username' | 'password'>,
  cookies: Cookies,
): Promise<oidc.TokenEndpointResponse> {
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
  const expectedState = oidc.randomState();
  const request = oidc.buildAuthorizationUrl(client, {
    redirect_uri: `${shellOrigin}${callbackPath}`,
    scope: 'openid profile email',
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
  });
  const callback = await signInByForm(request, account, cookies);
  return oidc.authorizationCodeGrant(client, callback, { pkceCodeVerifier, expectedState });
}
