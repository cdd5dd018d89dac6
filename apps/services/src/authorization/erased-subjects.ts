import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { ActiveToken } from './active-token.ts';
import { withoutName } from './without-name.ts';

/** When a subject was erased, and whether it has come back since. */
export interface Erased {
  readonly at: Date;
  /** There is a user again, by a sign-in of since then. */
  readonly isUser: boolean;
}

/** Remembers that subjects were erased just now, without their names, and for good. */
export async function rememberErased(
  transaction: Database,
  subjects: readonly string[],
): Promise<void> {
  const erased_at = new Date();
  await transaction
    .insertInto('aua.erased_subjects')
    .values(subjects.map((subject) => ({ subject_hash: withoutName(subject), erased_at })))
    .onConflict((conflict) => conflict.column('subject_hash').doUpdateSet({ erased_at }))
    .execute();
}

/** @param names A subject, by whatever it is called. */
export async function findErased(
  database: Database,
  names: readonly string[],
): Promise<Erased | undefined> {
  const row = await database
    .selectFrom('aua.erased_subjects')
    .select([
      'erased_at as at',
      ({ exists, selectFrom }) =>
        exists(
          selectFrom('aua.users')
            .select('subject')
            .where('subject', '=', sql<string>`any(${names}::text[])`),
        ).as('isUser'),
    ])
    .where('subject_hash', 'in', names.map(withoutName))
    .orderBy('erased_at', 'desc')
    .executeTakeFirst();
  return row && { at: row.at, isUser: Boolean(row.isUser) };
}

/** The erased among some subjects, who are no users since: nothing may be stored of them. */
export async function erasedAmong(
  database: Database,
  subjects: readonly string[],
): Promise<ReadonlySet<string>> {
  const byHash = new Map(subjects.map((subject) => [withoutName(subject), subject]));
  if (byHash.size === 0) return new Set();
  const rows = await database
    .selectFrom('aua.erased_subjects')
    .select('subject_hash')
    .where('subject_hash', 'in', [...byHash.keys()])
    .execute();
  const erased = new Set(rows.map(({ subject_hash }) => byHash.get(subject_hash)!));
  if (erased.size === 0) return erased;
  const users = await database
    .selectFrom('aua.users')
    .select('subject')
    .where('subject', 'in', [...erased])
    .execute();
  for (const { subject } of users) erased.delete(subject);
  return erased;
}

/**
 * Tells a token of a sign-in from before an erasure. A provider that does not say when somebody signed in says
 * when it issued the token; one that says neither is not believed.
 */
export function isOfBefore({ claims }: ActiveToken, { at }: Erased): boolean {
  const { auth_time: signedInAt = claims['iat'] } = claims;
  // Of the very second nobody can tell which came first.
  return typeof signedInAt !== 'number' || Math.floor(signedInAt) * 1000 <= at.getTime();
}
