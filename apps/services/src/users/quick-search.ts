import type { User } from '@lectern/contracts';
import { sql, type RawBuilder } from 'kysely';
import type pg from 'pg';
import { databaseOn } from '../storage/database.ts';
import { beginsWith, emailKey, folded, isNotLinkedAway, subjectKey } from './user-columns.ts';
import { userOf, type UserRow } from './user-row.ts';

/** What a quick search looks for. */
export interface QuickSearchQuestion {
  /** How it begins; 1 to 320 characters, which stand for themselves. */
  readonly term: string;
  readonly type: 'email' | 'subject' | 'email_or_subject';
  /** Most users in the answer. */
  readonly limit: number;
}

/**
 * Finds users by a prefix: first those whose e-mail address begins with the term, in the order of the
 * addresses, then those whose subject does. Nobody stands twice.
 */
export type QuickSearch = (
  question: QuickSearchQuestion,
) => Promise<{ users: User[]; truncated: boolean }>;

/** Users whose key begins with the term, in its order; more than `limit` where there are more. */
type Matches = (term: string, limit: number) => Promise<UserRow[]>;

/**
 * How many users a statement fetches. The number stands in it, because PostgreSQL does not keep a plan
 * for a limit that it does not know; and of statements there must be few.
 */
const fetchedCounts = [11, 51] as const;

/**
 * People wait for each letter that they type, so the statements are prepared once a connection: to plan
 * one costs more than to run it. Their plans hold for any term.
 */
export function createQuickSearch(pool: pg.Pool): QuickSearch {
  const term = sql.raw<string>('$1::text');
  const byEmail = prepare(pool, 'users-by-email', emailKey, folded(term));
  const bySubject = prepare(pool, 'users-by-subject', subjectKey, term);
  const parts: Record<QuickSearchQuestion['type'], readonly Matches[]> = {
    email: [byEmail],
    subject: [bySubject],
    email_or_subject: [byEmail, bySubject],
  };

  return async ({ term, type, limit }) => {
    const found = new Map<string, UserRow>();
    for (const matches of parts[type]) {
      // Whoever is found again was found before, so that with them there are as many as are fetched.
      if (found.size <= limit) {
        for (const row of await matches(term, limit)) {
          if (!found.has(row.subject)) found.set(row.subject, row);
        }
      }
    }
    const users = [...found.values()].slice(0, limit).map(userOf);
    return { users, truncated: found.size > limit };
  };
}

function prepare(
  pool: pg.Pool,
  name: string,
  key: RawBuilder<string>,
  prefix: RawBuilder<string>,
): Matches {
  const statements = fetchedCounts.map((count) => {
    const { sql: text } = sql`
      select subject, given_name, family_name, email, locale
      from aua.users
      where ${beginsWith(key, prefix)} and ${isNotLinkedAway}
      order by ${key}, ${subjectKey}
      limit ${sql.lit(count)}
    `.compile(databaseOn(pool));
    return { count, name: `${name}-${count}`, text };
  });
  return async (term, limit) => {
    const { name, text } = statements.find(({ count }) => count > limit)!;
    const { rows } = await pool.query<UserRow>({ name, text, values: [term] });
    return rows;
  };
}
