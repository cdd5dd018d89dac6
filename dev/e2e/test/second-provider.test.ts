import { findFreePorts, demoAccounts, shellClientId } from '@lectern/env';
import { discoverClient } from '@lectern/env/sign-in';
import { createTestDatabase } from '@lectern/env/testing';
import { createPlatform } from '@lectern/services';
import * as oidc from 'openid-client';
import { describe, expect, inject, test } from 'vitest';
import { findGlewlwyd } from '../../install/glewlwyd.mjs';
import { callWith } from '../src/access-token.ts';
import { startGlewlwyd, type Glewlwyd } from '../src/sign-in-providers/glewlwyd.ts';

/* Tokens of a provider by other authors at the services, without a browser. */

const folder = findGlewlwyd();
const [mia] = demoAccounts;
const scope = 'openid profile email offline_access';
const servicesClient = { id: 'lectern-services', secret: 'not-a_secret' };

interface SignedIn {
  readonly token: string;
  signOut(): Promise<void>;
}

/** Signs in without the provider's pages. */
async function signIn({ issuer }: Glewlwyd, shellOrigin: string): Promise<SignedIn> {
  const api = new URL('..', `${issuer}/`);
  const session = await fetch(new URL('auth/', api), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: mia.username, password: mia.password }),
  });
  const headers = { Cookie: session.headers.getSetCookie()[0]!.split(';')[0]! };
  const client = await discoverClient(issuer, shellClientId);
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
  const request = oidc.buildAuthorizationUrl(client, {
    // As its pages add it when somebody goes on.
    g_continue: '',
    redirect_uri: `${shellOrigin}/auth-callback`,
    scope,
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: 'some-state',
    nonce: 'some-nonce',
  });
  const answer = await fetch(request, { headers, redirect: 'manual' });
  const tokens = await oidc.authorizationCodeGrant(
    client,
    new URL(answer.headers.get('Location')!),
    {
      pkceCodeVerifier,
      expectedState: 'some-state',
      expectedNonce: 'some-nonce',
      idTokenExpected: true,
    },
  );
  const { sid } = tokens.claims() as unknown as { sid: string };
  return {
    token: tokens.access_token,
    async signOut() {
      const { ok } = await fetch(`${issuer}/session/${sid}`, { method: 'DELETE', headers });
      expect(ok).toBe(true);
    },
  };
}

describe.runIf(folder)('glewlwyd', () => {
  test.each([
    ['by introspection', undefined, 200],
    ['as JWTs, whose audience is their scope', scope, 200],
    ['as JWTs, but not for another audience', 'https://other.example', 401],
  ])('gives tokens that the services accept %s', async (_name, audience, expected) => {
    const { shell: port, identityProvider } = await findFreePorts();
    const shell = `http://localhost:${port}`;
    await using provider = await startGlewlwyd({
      folder: folder!,
      port: identityProvider,
      shellOrigin: shell,
      servicesClient,
      accounts: [mia],
    });
    const databaseUrl = await createTestDatabase(
      inject('databaseUrl'),
      inject('startedDatabaseUrl'),
    );
    const platform = await createPlatform({
      databaseUrl,
      publicUrl: shell,
      identityProvider: {
        issuer: provider.issuer,
        clientId: servicesClient.id,
        clientSecret: servicesClient.secret,
        acceptedClients: [shellClientId],
        ...(audience !== undefined && { audience }),
      },
    });
    await using undo = new AsyncDisposableStack();
    undo.defer(() => platform.close());
    await platform.listen({ host: 'localhost', port });
    const { token, signOut } = await signIn(provider, shell);
    expect(await callWith({ shell }, token, mia.subject)).toBe(expected);
    await signOut();
    await expect.poll(() => callWith({ shell }, token, mia.subject)).toBe(401);
  });
});
