import type { Database } from '../storage/database.ts';
import type { ActiveToken } from './identity-provider.ts';
import type { IsSignedOut } from './token-verifier.ts';

/** What a sign-out names: one session of a user, or all of them (OpenID Connect Back-Channel Logout). */
export interface SignOut {
  readonly issuer: string;
  readonly sid?: string | undefined;
  readonly sub?: string | undefined;
}

/** Remembers a sign-out for as long as tokens of before may live. */
export async function denySessions(
  database: Database,
  { issuer, sid, sub }: SignOut,
): Promise<void> {
  await database
    .insertInto('aua.denied_sessions')
    .values(
      sid === undefined
        ? { issuer, kind: 'subject', value: sub! }
        : { issuer, kind: 'session', value: sid },
    )
    .onConflict((conflict) =>
      conflict.columns(['issuer', 'kind', 'value']).doUpdateSet({ denied_at: new Date() }),
    )
    .execute();
}

/**
 * Asks the deny list about a JWT. An opaque token needs none: the provider itself refuses it.
 */
export function createIsSignedOut(database: Database): IsSignedOut {
  return async ({ issuer, sub, claims }: ActiveToken) => {
    const { iat, sid } = claims;
    const issuedAt = new Date(Number(iat ?? 0) * 1000);
    const session = typeof sid === 'string' ? sid : '';
    const denied = await database
      .selectFrom('aua.denied_sessions')
      .select('kind')
      .where('issuer', '=', issuer)
      .where(({ and, or, eb }) =>
        or([
          // A session that has ended does not begin again: a new sign-in is a new session.
          and([eb('kind', '=', 'session'), eb('value', '=', session)]),
          and([eb('kind', '=', 'subject'), eb('value', '=', sub), eb('denied_at', '>=', issuedAt)]),
        ]),
      )
      .executeTakeFirst();
    return denied !== undefined;
  };
}
