import { sql } from 'kysely';
import type { CallError } from '../http/errors.ts';
import type { Database } from '../storage/database.ts';

/**
 * Refuses what would leave nobody who can manage and assign roles. To be called after the change, in
 * its transaction. Two that remove administrators wait for each other, so that each sees the other's
 * change.
 *
 * @param without A subject that is about to go.
 * @throws {CallError} LAST_ADMINISTRATOR
 */
export async function requireAdministratorRemains(
  transaction: Database,
  refusal: (code: 'LAST_ADMINISTRATOR') => CallError,
  without = '',
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`.execute(
    transaction,
  );
  const { rows } = await sql`
    select held.subject
    from aua.user_roles held join aua.role_permissions given using (role)
    where given.permission in ('role.manage', 'role.assign') and held.subject <> ${without}
      -- Whoever was linked to another subject is that one.
      and not exists (select from aua.subject_links where from_subject = held.subject)
    group by held.subject
    having count(distinct given.permission) = 2
    limit 1
  `.execute(transaction);
  if (rows.length === 0) throw refusal('LAST_ADMINISTRATOR');
}
