import type { User } from '@lectern/contracts';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../storage/database.ts';
import { beginsWith, emailKey, folded, isNotLinkedAway, subjectKey } from './user-columns.ts';
import { userOf, type UserRow } from './user-row.ts';

/** What a quick search looks for. */
export interface QuickSearch {
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
export async function quickSearch(
  database: Database,
  { term, type, limit }: QuickSearch,
): Promise<{ users: User[]; truncated: boolean }> {
  const most = limit + 1;
  const byEmail = matches(0, emailKey, folded(term), most);
  const bySubject = matches(1, subjectKey, sql`${term}::text`, most);
  const parts = {
    email: [byEmail],
    subject: [bySubject],
    email_or_subject: [byEmail, bySubject],
  }[type];
  // Whoever is found by both is left out of the second part here: in the database that would mean to
  // pass over any number of matches. As many as are left out there are in the first part.
  const { rows } = await sql<UserRow>`
    select subject, given_name, family_name, email, locale
    from (${sql.join(parts, sql` union all `)}) as found
    order by part, key, subject collate "C"
  `.execute(database);
  const bySubjectOf = new Map<string, UserRow>();
  for (const row of rows) if (!bySubjectOf.has(row.subject)) bySubjectOf.set(row.subject, row);
  const found = [...bySubjectOf.values()];
  return { users: found.slice(0, limit).map(userOf), truncated: found.length > limit };
}

function matches(
  part: number,
  key: RawBuilder<string>,
  prefix: RawBuilder<string>,
  most: number,
): RawBuilder<unknown> {
  return sql`(
    select ${sql.lit(part)} as part, ${key} as key,
      subject, given_name, family_name, email, locale
    from aua.users
    where ${beginsWith(key, prefix)} and ${isNotLinkedAway}
    order by ${key}, ${subjectKey}
    limit ${most}
  )`;
}
