import type { IdentityProvider } from './identity-provider.ts';
import type { ActiveToken } from './active-token.ts';
import { clockToleranceInSeconds, verifyJwt } from './jwt.ts';

/** Longest accepted lifetime of a JWT, in seconds. It cannot be taken back at its issuer, so it has to be short. */
const lifetimeMaximumInSeconds = 300;

/**
 * Verifies a JWT access token (RFC 9068, section 4): signature by a key of the issuer, type, issuer,
 * audience, expiry; and that an accepted client asked for it.
 *
 * @returns `undefined` for a token that does not hold.
 * @throws {IdentityProviderUnavailable} when the issuer's keys cannot be had.
 */
export async function verifyJwtAccessToken(
  token: string,
  provider: Pick<IdentityProvider, 'issuer' | 'acceptedClients' | 'signingKeys'>,
  audience: string,
): Promise<ActiveToken | undefined> {
  const claims = await verifyJwt(token, provider, {
    audience,
    // jose takes `application/at+jwt` for the same.
    typ: 'at+jwt',
    requiredClaims: ['iss', 'aud', 'exp', 'iat', 'sub', 'client_id', 'jti'],
  });
  if (!claims) return undefined;
  const { sub, client_id: clientId } = claims;
  if (typeof sub !== 'string' || typeof clientId !== 'string' || sub === '') return undefined;
  if (!provider.acceptedClients.includes(clientId)) return undefined;
  // jose has checked that both are there and are numbers.
  const [expiresAt, issuedAt] = [claims.exp!, claims.iat!];
  const isOfTheFuture = issuedAt > Date.now() / 1000 + clockToleranceInSeconds;
  if (isOfTheFuture || expiresAt - issuedAt > lifetimeMaximumInSeconds) return undefined;
  return { issuer: provider.issuer, sub, clientId, expiresAt, claims };
}
