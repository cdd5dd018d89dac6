import type { User } from '@lectern/contracts';
import { sql, type RawBuilder } from 'kysely';
import type pg from 'pg';
import { isCustomer } from './customers.ts';
import { databaseOn } from '../storage/database.ts';
import { prepare } from '../storage/prepared.ts';
import type { Sight } from '../orders/public.ts';
import { beginsWith, emailKey, folded, isNotLinkedAway, subjectKey } from './user-columns.ts';
import { userOf, type UserRow } from './user-row.ts';

export interface QuickSearchQuestion {
  /** How it begins; 1 to 320 characters, which stand for themselves. */
  readonly term: string;
  readonly type: 'email' | 'subject' | 'email_or_subject';
  /** Most users in the answer. */
  readonly limit: number;
}

/**
 * Finds users that a caller sees by a prefix: first those whose e-mail address begins with the term, in the
 * order of the
 * addresses, then those whose subject does. Nobody appears twice.
 */
export type QuickSearch = (
  question: QuickSearchQuestion,
  sight: Sight,
) => Promise<{ users: User[]; truncated: boolean }>;

/** Users whose key begins with the term, in its order. */
type Matches = (term: string, most: number, sight: Sight) => Promise<UserRow[]>;

/**
 * People wait for each letter that they type, and to plan a search costs more than to make it. So the
 * statements are prepared, and planned once a connection.
 */
export function createQuickSearch(pool: pg.Pool): QuickSearch {
  const byEmail = matchesOf(pool, 'users-by-email', emailKey, folded);
  const bySubject = matchesOf(pool, 'users-by-subject', subjectKey, (term) => term);
  const parts: Record<QuickSearchQuestion['type'], readonly Matches[]> = {
    email: [byEmail],
    subject: [bySubject],
    email_or_subject: [byEmail, bySubject],
  };

  return async ({ term, type, limit }, sight) => {
    // One more than is given shows whether there are more.
    const most = limit + 1;
    const rows = new Map<string, UserRow>();
    for (const matches of parts[type]) {
      // Rows found again were found before, so with them there are enough.
      if (rows.size < most) {
        for (const row of await matches(term, most, sight)) {
          if (!rows.has(row.subject)) rows.set(row.subject, row);
        }
      }
    }
    const users = [...rows.values()].slice(0, limit).map(userOf);
    return { users, truncated: rows.size > limit };
  };
}

function matchesOf(
  pool: pg.Pool,
  name: string,
  key: RawBuilder<string>,
  keyOf: (term: RawBuilder<string>) => RawBuilder<string>,
): Matches {
  const statement = (
    term: RawBuilder<string>,
    most: RawBuilder<unknown>,
    isSeen: RawBuilder<boolean>,
  ) => sql<UserRow>`
    select subject, given_name, family_name, email, locale
    from aua.users
    where ${beginsWith(key, keyOf(term))} and ${isNotLinkedAway} and ${isSeen}
    order by ${key}, ${subjectKey}
    limit ${most}
  `;
  // Seen through a subselect the values are none that PostgreSQL could make a plan of its own for.
  const search = prepare<UserRow>(
    pool,
    name,
    statement(
      sql.raw('(select $1::text)'),
      sql.raw('(select $2::bigint)'),
      sql.raw<boolean>('true'),
    ),
  );
  return async (term, most, sight) => {
    if (sight.mandants === 'all') return search.run(pool, [term, most]);
    const isSeen = isCustomer(sight, sql`users.subject`);
    const { rows } = await statement(sql`${term}::text`, sql`${most}`, isSeen).execute(
      databaseOn(pool),
    );
    return rows;
  };
}
