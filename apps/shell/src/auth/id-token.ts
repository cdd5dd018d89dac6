import type { IDToken } from 'openid-client';
import { fromBase64Url, toBase64Url } from '../base64url.ts';
import { clockSkewInSeconds } from './sign-in-defaults.ts';
import { issuedInFuture, SignInError } from './sign-in-error.ts';

/**
 * The checks of an ID token that openid-client leaves out. Signature, issuer, audience, expiry,
 * not-before, nonce, and the authorized party of several audiences have been verified before.
 *
 * @throws {SignInError} that names the claim.
 */
export async function checkIdToken(
  idToken: string,
  claims: IDToken,
  expected: { readonly clientId: string; readonly accessToken: string },
): Promise<void> {
  const header = readHeader(idToken);
  // RFC 9068, section 2.1: an access token in JWT form says so, and is no proof of a sign-in.
  if (typeof header['typ'] === 'string' && /^(application\/)?at\+jwt$/i.test(header['typ']))
    throw new SignInError('ID Token "typ" names an access token');
  // Empty where the provider lacks the attribute: all users would be one person.
  if (claims.sub === '') throw new SignInError('ID Token "sub" (subject) is empty');
  if (claims.iat > Date.now() / 1000 + clockSkewInSeconds) throw new SignInError(issuedInFuture);
  // Some providers write null for claims that they leave out.
  const { azp = null, at_hash = null } = claims;
  // OpenID Connect Core 1.0, section 3.1.3.7, 5: also with a single audience.
  if (azp !== null && azp !== expected.clientId)
    throw new SignInError('ID Token "azp" (authorized party) is another client');
  if (
    at_hash !== null &&
    at_hash !== (await leftHalfHash(expected.accessToken, String(header['alg'])))
  )
    throw new SignInError('ID Token "at_hash" does not fit the access token');
}

function readHeader(token: string): Record<string, unknown> {
  const [header = ''] = token.split('.');
  return JSON.parse(fromBase64Url(header)) as Record<string, unknown>;
}

/** Left half of the access token's hash, with the hash of the signature (Core 1.0, 3.1.3.6). */
async function leftHalfHash(accessToken: string, algorithm: string): Promise<string> {
  // Ed25519, named by itself or as EdDSA, hashes with SHA-512.
  const bits = /^[A-Z]{2}(256|384|512)$/.exec(algorithm)?.[1] ?? '512';
  const hash = await crypto.subtle.digest(`SHA-${bits}`, new TextEncoder().encode(accessToken));
  const leftHalf = new Uint8Array(hash, 0, hash.byteLength / 2);
  return toBase64Url(String.fromCharCode(...leftHalf));
}
