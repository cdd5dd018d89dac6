import type { ActiveToken, Claims } from './active-token.ts';

/** Claims of a sign-in: its time, and its session. */
const claimsOfPeople = ['auth_time', 'sid'] as const;

/**
 * True for an application's own token, which speaks for nobody else (RFC 6749, section 4.4): its subject is the
 * client. A person can be called like the client that it signs in with (RFC 9068, section 5), so that a token of a
 * sign-in is none.
 */
export function isOfApplication({
  sub,
  clientId,
  claims,
}: Pick<ActiveToken, 'sub' | 'clientId' | 'claims'>): boolean {
  return sub === clientId && claimsOfPeople.every((claim) => claims[claim] === undefined);
}

/**
 * True for claims of a user's token, also where they name no subject. Taken for the client's own, it would make one
 * person of all users. A client's own token has no user name, and no scope of a sign-in.
 */
export function isOfPerson(claims: Claims): boolean {
  // Providers may leave members empty.
  const isMarked = [...claimsOfPeople, 'username'].some((claim) => (claims[claim] ?? '') !== '');
  return isMarked || [claims['scope']].flat().join(' ').split(' ').includes('openid');
}
