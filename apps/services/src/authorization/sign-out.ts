import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { ActiveToken } from './identity-provider.ts';
import type { IsSignedOut } from './token-verifier.ts';

/** What a sign-out names: one session, a user, or both (OpenID Connect Back-Channel Logout). */
export interface SignOut {
  readonly issuer: string;
  readonly sid?: string | undefined;
  readonly sub?: string | undefined;
}

/**
 * How long a sign-out is remembered, in milliseconds: twice as long as the longest JWT lives
 * (`jwt-access-token.ts`), so that clocks may differ. Then its session or user is named here no more.
 */
const rememberedInMs = 600_000;

/**
 * Remembers a sign-out until tokens of before have expired, and forgets those of long ago. Where both
 * session and user are named, both are remembered: a token may not say which session it is of.
 */
export async function denySessions(
  database: Database,
  { issuer, sid, sub }: SignOut,
): Promise<void> {
  await database
    .insertInto('aua.denied_sessions')
    .values([
      ...(sid === undefined ? [] : [{ issuer, kind: 'session' as const, value: sid }]),
      ...(sub === undefined ? [] : [{ issuer, kind: 'subject' as const, value: sub }]),
    ])
    .onConflict((conflict) =>
      conflict.columns(['issuer', 'kind', 'value']).doUpdateSet({ denied_at: new Date() }),
    )
    .execute();
  // What somebody else removes or renews just now is left to them, so that nobody waits in a circle.
  await sql`
    delete from aua.denied_sessions where (issuer, kind, value) in (
      select issuer, kind, value from aua.denied_sessions
      where denied_at < ${new Date(Date.now() - rememberedInMs)}
      for update skip locked
    )
  `.execute(database);
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
