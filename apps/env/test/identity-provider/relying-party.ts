import { createHash, randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { servicesClientId, shellClientId } from '../../src/accounts.ts';
import {
  type IdentityProvider,
  type IdentityProviderOptions,
  startIdentityProvider,
} from '../../src/identity-provider/start.ts';
import { createTestDatabase } from '../../testing/index.ts';
import { Browser } from './browser.ts';

export const shellOrigin = 'http://localhost:1';
export const secrets = {
  servicesClientSecret: 'services-secret',
  orderSystemClientSecret: 'order-system-secret',
};
export const mia = { username: 'mia', password: 'lectern-demo' };

/** Starts an identity provider on a free port, on a database of its own unless one is given. */
export async function start(
  given: Partial<IdentityProviderOptions> = {},
): Promise<IdentityProvider & { readonly databaseUrl: string }> {
  const databaseUrl = given.databaseUrl ?? (await createTestDatabase(inject('databaseUrl')));
  const provider = await startIdentityProvider({
    port: 0,
    shellOrigin,
    log: () => undefined,
    ...secrets,
    ...given,
    databaseUrl,
  });
  return { ...provider, databaseUrl };
}

/** RFC 7636: a verifier and its S256 challenge. */
export function pkce() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The shell's authorization request; a parameter that is overridden with `undefined` is left out. */
export function authorizationUrl(
  issuer: string,
  challenge: string,
  overrides: Record<string, string | undefined> = {},
): URL {
  const url = new URL('/oauth/authorize', issuer);
  const parameters = {
    client_id: shellClientId,
    response_type: 'code',
    redirect_uri: `${shellOrigin}/auth-callback`,
    scope: 'openid profile email offline_access',
    state: 'a-state',
    nonce: 'a-nonce',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...overrides,
  };
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url;
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
  readonly scope: string;
}

/** Opens the sign-in page of a new authorization request. @returns the page's address. */
export async function openSignInPage(browser: Browser, request: URL): Promise<string> {
  const page = await browser.follow(await browser.get(request));
  if (page instanceof URL) throw new Error(`no sign-in page, but ${page.href}`);
  return page.url;
}

/** The whole code flow: authorization request, sign-in page where asked, redemption of the code. */
export async function signIn(
  issuer: string,
  browser = new Browser(),
  account = mia,
): Promise<Tokens> {
  const { verifier, challenge } = pkce();
  let end = await browser.follow(await browser.get(authorizationUrl(issuer, challenge)));
  if (end instanceof Response) end = await browser.follow(await browser.post(end.url, account));
  if (end instanceof Response) throw new Error(`sign-in ended with HTTP ${end.status}`);
  const code = end.searchParams.get('code') ?? '';
  const answer = await redeem(issuer, code, verifier);
  return (await answer.json()) as Tokens;
}

export function redeem(issuer: string, code: string, verifier?: string): Promise<Response> {
  return post(issuer, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: shellClientId,
    redirect_uri: `${shellOrigin}/auth-callback`,
    code,
    ...(verifier ? { code_verifier: verifier } : {}),
  });
}

export function refresh(issuer: string, refreshToken: string): Promise<Response> {
  return post(issuer, '/oauth/token', {
    grant_type: 'refresh_token',
    client_id: shellClientId,
    refresh_token: refreshToken,
  });
}

export function revoke(issuer: string, token: string): Promise<Response> {
  return post(issuer, '/oauth/revoke', { client_id: shellClientId, token });
}

export function userInfo(issuer: string, accessToken: string): Promise<Response> {
  return fetch(`${issuer}/oauth/userinfo`, { headers: { Authorization: `Bearer ${accessToken}` } });
}

/** Answer of introspection (RFC 7662). */
export async function introspect(
  issuer: string,
  token: string,
  clientSecret = secrets.servicesClientSecret,
): Promise<Record<string, unknown>> {
  const answer = await post(issuer, '/oauth/introspect', {
    client_id: servicesClientId,
    client_secret: clientSecret,
    token,
  });
  return (await answer.json()) as Record<string, unknown>;
}

/** A form as a program posts it: without cookies. */
export function post(
  issuer: string,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(issuer + path, { method: 'POST', body: new URLSearchParams(fields), headers });
}
