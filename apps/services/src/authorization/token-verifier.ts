import { isSameIssuer } from '@lectern/contracts/calls/issuer';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import type { IdentityProvider } from './identity-provider.ts';
import type { ActiveToken } from './active-token.ts';
import { createIntrospectAtAny } from './introspect-at-any.ts';
import { verifyJwtAccessToken } from './jwt-access-token.ts';
import { isHashedSubject } from './primary-subjects.ts';

/** @returns what a bearer token says, or `undefined` for one that does not hold. */
export type VerifyToken = (token: string) => Promise<ActiveToken | undefined>;

/** Tells if a session has been signed out of, though its tokens have not expired yet. */
export type IsSignedOut = (token: ActiveToken) => Promise<boolean>;

/**
 * Verifies bearer tokens of several identity providers. A JWT of a known issuer is shown to that
 * one only; about any other token those are asked in turn that issue such, since only its own one knows
 * it: the first provider, and further ones that have no `audience`. The others issue JWTs.
 *
 * @throws {IdentityProviderUnavailable} when a provider that may have issued the token is not there,
 *   and no other one has.
 */
export function createTokenVerifier(
  providers: readonly IdentityProvider[],
  isSignedOut: IsSignedOut,
): VerifyToken {
  const introspectAtAny = createIntrospectAtAny(
    providers.filter(({ audience }, place) => place === 0 || audience === undefined),
  );
  const [primary] = providers;
  // Subjects of the first provider are the platform's, and people may choose theirs there.
  const isNamesake = ({ issuer, sub }: ActiveToken) =>
    issuer === primary?.issuer && isHashedSubject(sub);
  return async (token) => {
    const active = await findActive(providers, introspectAtAny, token);
    // Halves of surrogate pairs have one hash, whichever they are.
    if (!active || isNamesake(active) || !active.sub.isWellFormed()) return undefined;
    return (await isSignedOut(active)) ? undefined : active;
  };
}

async function findActive(
  providers: readonly IdentityProvider[],
  introspectAtAny: IdentityProvider['introspect'],
  token: string,
): Promise<ActiveToken | undefined> {
  const claimed = readClaimedIssuer(token);
  const provider = providers.find(({ issuer }) => isSameIssuer(issuer, claimed?.issuer ?? ''));
  if (!provider) return claimed?.isAccessToken ? undefined : introspectAtAny(token);
  if (!claimed?.isAccessToken || provider.audience === undefined) return provider.introspect(token);
  return verifyJwtAccessToken(token, provider, provider.audience);
}

/** Media type of a JWT access token, with and without its prefix (RFC 9068, section 2.1). */
const jwtAccessTokenType = /^(application\/)?at\+jwt$/i;

/** Issuer that a token claims; nothing where it is no JWT. Proves nothing yet. */
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
