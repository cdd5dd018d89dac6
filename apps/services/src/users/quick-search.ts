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

type Matches = (term: string, most: number) => Promise<UserRow[]>;

/**
 * People wait for each letter that they type, so the statements are prepared once a connection: to plan
 * one would cost as much as to run it. Their plans hold for any term.
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
    // One more than is given shows whether there are more.
    const most = limit + 1;
    const found = new Map<string, UserRow>();
    for (const matches of parts[type]) {
      // As many as may be found in both parts, so many there already are.
      if (found.size < most) {
        for (const row of await matches(term, most)) {
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
  const { sql: text } = sql`
    select subject, given_name, family_name, email, locale
    from aua.users
    where ${beginsWith(key, prefix)} and ${isNotLinkedAway}
    order by ${key}, ${subjectKey}
    limit $2
  `.compile(databaseOn(pool));
  return async (term, most) => {
    const { rows } = await pool.query<UserRow>({ name, text, values: [term, most] });
    return rows;
  };
}
