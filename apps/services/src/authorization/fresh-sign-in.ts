import { signInFreshForInSeconds } from '@lectern/contracts';
import type { ActiveToken } from './active-token.ts';
import { isOfApplication } from './own-token.ts';
import { clockToleranceInSeconds } from './jwt.ts';

/**
 * True where a token's owner has signed in within the last minutes: by `auth_time` (OpenID Connect Core, section
 * 2; RFC 9068, section 2.2.1; in introspection RFC 9470, section 6.2).
 *
 * Nothing stands for it where a person's token does not tell it: `iat` is new with each renewal. An
 * application's own token is not renewed (RFC 6749, section 4.4.3), so that its `iat` says when the secret
 * was shown.
 */
export function isSignInFresh(
  token: Pick<ActiveToken, 'sub' | 'clientId' | 'claims'>,
  now = Date.now() / 1000,
): boolean {
  const signedInAt = token.claims[isOfApplication(token) ? 'iat' : 'auth_time'];
  if (typeof signedInAt !== 'number') return false;
  const age = now - signedInAt;
  return age >= -clockToleranceInSeconds && age <= signInFreshForInSeconds;
}
