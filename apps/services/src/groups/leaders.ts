import { sql, type RawBuilder } from 'kysely';
import { mayLeadNow } from '../authorization/leading.ts';

/**
 * True where a row of memberships is that of a leader who may lead now.
 *
 * @param row What the statement calls the row of `gres.members` or `gres.subject_groups`.
 */
export function isLeadingNow(row: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${row}.${name}`);
  return sql<boolean>`(
    ${column('group_role')} = 'leader' and ${column('membership_state')} = 'accepted'
      and ${mayLeadNow(column('subject'))}
  )`;
}
