import { decodeJwt, decodeProtectedHeader } from 'jose';
import {
  IdentityProviderUnavailable,
  type ActiveToken,
  type IdentityProvider,
} from './identity-provider.ts';
import { verifyJwtAccessToken } from './jwt-access-token.ts';

/** @returns what a bearer token says, or `undefined` for one that does not hold. */
export type VerifyToken = (token: string) => Promise<ActiveToken | undefined>;

/** Whether a session has been signed out of, though its tokens have not expired yet. */
export type IsSignedOut = (token: ActiveToken) => Promise<boolean>;

/**
 * Verifies bearer tokens of several identity providers. A JWT of a known issuer is shown to that
 * one only; about any other token the providers are asked in turn, since only its own one knows it.
 *
 * @throws {IdentityProviderUnavailable} when a provider that may have issued the token is not there,
 *   and no other one has.
 */
export function createTokenVerifier(
  providers: readonly IdentityProvider[],
  isSignedOut: IsSignedOut,
): VerifyToken {
  return async (token) => {
    const claimed = readClaimedIssuer(token);
    const provider = claimed && providers.find(({ issuer }) => issuer === claimed.issuer);
    if (!provider) return claimed?.isAccessToken ? undefined : introspectAtAny(providers, token);
    if (!claimed.isAccessToken || provider.audience === undefined)
      return provider.introspect(token);
    const verified = await verifyJwtAccessToken(token, provider, provider.audience);
    return verified && !(await isSignedOut(verified)) ? verified : undefined;
  };
}

/** One that is away does not stop the users of others: only they can be told to try again later. */
async function introspectAtAny(
  providers: readonly IdentityProvider[],
  token: string,
): Promise<ActiveToken | undefined> {
  let failure: IdentityProviderUnavailable | undefined;
  for (const provider of providers) {
    try {
      const active = await provider.introspect(token);
      if (active) return active;
    } catch (error) {
      if (!(error instanceof IdentityProviderUnavailable)) throw error;
      failure ??= error;
    }
  }
  if (failure) throw failure;
  return undefined;
}

/** Media type of a JWT access token, with and without its prefix (RFC 9068, section 2.1). */
const jwtAccessTokenType = /^(application\/)?at\+jwt$/i;

/** Who a token claims to be issued by; nothing where it is no JWT. Proves nothing yet. */
function readClaimedIssuer(
  token: string,
): { readonly issuer: string | undefined; readonly isAccessToken: boolean } | undefined {
  try {
    const { typ = '' } = decodeProtectedHeader(token);
    return { issuer: decodeJwt(token).iss, isAccessToken: jwtAccessTokenType.test(typ) };
  } catch {
    return undefined;
  }
}
