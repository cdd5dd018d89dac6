import { decodeJwt, decodeProtectedHeader } from 'jose';
import type { ActiveToken, IdentityProvider } from './identity-provider.ts';
import { verifyJwtAccessToken } from './jwt-access-token.ts';

/** @returns what a bearer token says, or `undefined` for one that does not hold. */
export type VerifyToken = (token: string) => Promise<ActiveToken | undefined>;

/** Whether a session has been signed out of, though its tokens have not expired yet. */
export type IsSignedOut = (token: ActiveToken) => Promise<boolean>;

/**
 * Verifies bearer tokens of several identity providers. A JWT access token names its issuer; about any
 * other token the providers are asked in turn, since only its own one knows it.
 *
 * @throws {IdentityProviderUnavailable} when a provider that may have issued the token is not there.
 */
export function createTokenVerifier(
  providers: readonly IdentityProvider[],
  isSignedOut: IsSignedOut,
): VerifyToken {
  return async (token) => {
    const issuer = issuerOfJwtAccessToken(token);
    if (issuer !== undefined) {
      const provider = providers.find((one) => one.issuer === issuer);
      if (!provider) return undefined;
      if (provider.audience !== undefined) {
        const verified = await verifyJwtAccessToken(token, provider, provider.audience);
        return verified && !(await isSignedOut(verified)) ? verified : undefined;
      }
    }
    for (const provider of providers) {
      const active = await provider.introspect(token);
      if (active) return active;
    }
    return undefined;
  };
}

/** Media type of a JWT access token, with and without its prefix (RFC 9068, section 2.1). */
const jwtAccessTokenType = /^(application\/)?at\+jwt$/i;

/** Who a token claims to be issued by; nothing where it is no JWT access token. Proves nothing yet. */
function issuerOfJwtAccessToken(token: string): string | undefined {
  try {
    if (!jwtAccessTokenType.test(decodeProtectedHeader(token).typ ?? '')) return undefined;
    return decodeJwt(token).iss ?? '';
  } catch {
    return undefined;
  }
}
