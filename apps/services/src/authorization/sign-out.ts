import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { ActiveToken } from './active-token.ts';
import type { SubjectDirectory } from './subject-directory.ts';
import type { IsSignedOut } from './token-verifier.ts';
import { withoutName } from './without-name.ts';

/** Target of a sign-out: one session, a user, or both (OpenID Connect Back-Channel Logout). */
export interface SignedOut {
  readonly issuer: string;
  readonly sid?: string | undefined;
  readonly sub?: string | undefined;
}

/** A sign-out as its logout token tells it. */
export interface SignOut extends SignedOut {
  /** When the issuer says that it was (`iat`), in seconds since 1970. */
  readonly issuedAt: number;
}

/**
 * How long a sign-out is remembered, in milliseconds: twice as long as the longest JWT lives
 * (`jwt-access-token.ts`), so that clocks may differ. The next one that comes after that forgets it.
 */
const rememberedInMs = 600_000;

/**
 * Remembers a sign-out until tokens of before have expired, and forgets those of long ago.
 *
 * One that names a session ends that one; the user's other sessions go on. One that names only the
 * user ends all of them (OpenID Connect Back-Channel Logout 1.0, section 2.4). Where both are named,
 * the user's tokens that do not say which session they are of are refused, too: it may be this one.
 *
 * It is of the time that its issuer names, whenever it arrives: tokens have theirs of the same clock.
 */
export async function denySessions(
  database: Database,
  { issuer, sid, sub, issuedAt }: SignOut,
): Promise<void> {
  const denied_at = startOfSecond(issuedAt);
  const sessions = [
    ...(sid === undefined ? [] : [sid]),
    ...(sid === undefined || sub === undefined ? [] : [unnamedSessionOf(sub)]),
  ].map((session) => ({
    issuer,
    kind: 'session' as const,
    value: withoutName(session),
    denied_at,
  }));
  const isOfUser = sid === undefined && sub !== undefined;
  await database
    .insertInto('aua.denied_sessions')
    .values(isOfUser ? [{ issuer, kind: 'subject', value: withoutName(sub), denied_at }] : sessions)
    .onConflict((conflict) =>
      conflict.columns(['issuer', 'kind', 'value']).doUpdateSet(({ fn }) => ({
        // One that was overtaken takes nothing back.
        denied_at: fn('greatest', ['aua.denied_sessions.denied_at', 'excluded.denied_at']),
      })),
    )
    .execute();
  // Rows that another transaction removes or renews just now are left to it, so that no deadlock arises.
  await sql`
    delete from aua.denied_sessions where (issuer, kind, value) in (
      select issuer, kind, value from aua.denied_sessions
      where denied_at < ${new Date(Date.now() - rememberedInMs)}
      for update skip locked
    )
  `.execute(database);
}

/**
 * Asks the deny list about a token. Also about an opaque one, whose provider is asked, too: it may tell
 * of a sign-out before it has ended the session itself.
 */
export function createIsSignedOut(database: Database): IsSignedOut {
  return async ({ issuer, sub, claims: { iat, sid } }: ActiveToken) => {
    const isNamed = typeof sid === 'string';
    const session = isNamed ? sid : unnamedSessionOf(sub);
    // A provider's word about an opaque token need not have it (RFC 7662, section 2.2). Then nothing tells a token
    // of before from one of after, and the provider's own word has to do.
    const issuedAt = typeof iat === 'number' ? startOfSecond(iat) : undefined;
    const signOuts = await database
      .selectFrom('aua.denied_sessions')
      .select(['kind', 'denied_at'])
      .where('issuer', '=', issuer)
      .where(({ and, or, eb }) =>
        or([
          and([eb('kind', '=', 'session'), eb('value', '=', withoutName(session))]),
          and([eb('kind', '=', 'subject'), eb('value', '=', withoutName(sub))]),
        ]),
      )
      .execute();
    return signOuts.some(
      ({ kind, denied_at }) =>
        // A session that has ended does not begin again: a new sign-in is a new session. Of a token of
        // the very second of the sign-out nobody can tell which came first: it is refused.
        (kind === 'session' && isNamed) || (issuedAt !== undefined && denied_at >= issuedAt),
    );
  };
}

/**
 * Name of a token's sign-in where something is bound to it. Tokens without a session are of one sign-in, on
 * however many devices.
 */
export function signInOf({ issuer, sub, claims: { sid } }: ActiveToken): string {
  return signInName(issuer, typeof sid === 'string' ? sid : unnamedSessionOf(sub));
}

/** The sign-ins that end with a sign-out; `undefined`: all of the user's. */
export function endedSignIns({ issuer, sid, sub }: SignedOut): readonly string[] | undefined {
  if (sid === undefined) return undefined;
  return [sid, ...(sub === undefined ? [] : [unnamedSessionOf(sub)])].map((session) =>
    signInName(issuer, session),
  );
}

/** Things that end: those of sign-ins, or everything of subjects. */
export type Ended =
  | { readonly signIns: readonly string[] }
  | { readonly subjects: readonly string[] };

/** Things that end with a sign-out. */
export async function endedBy(
  directory: Pick<SubjectDirectory, 'nameOf' | 'resolve'>,
  signedOut: SignedOut,
): Promise<Ended> {
  const signIns = endedSignIns(signedOut);
  if (signIns) return { signIns };
  const { issuer, sub } = signedOut;
  if (sub === undefined) return { subjects: [] };
  const name = directory.nameOf({ issuer, sub });
  // Something may be from before a link.
  return { subjects: [name, await directory.resolve(name)] };
}

const signInName = (issuer: string, session: string) => withoutName(`${issuer}\n${session}`);

/** Most issuers write whole seconds, and one may write both kinds: fractions tell no order. */
function startOfSecond(secondsSince1970: number): Date {
  return new Date(Math.floor(secondsSince1970) * 1000);
}

/** How the session is written that tokens without `sid` belong to; nobody's `sid` looks like it. */
function unnamedSessionOf(sub: string): string {
  return JSON.stringify({ sub });
}
