import { sql, type Selectable } from 'kysely';
import type { Database } from '../storage/database.ts';
import { namesOf } from '../authorization/person-names.ts';
import type { Tables } from '../storage/tables.ts';
import { userColumns, type UserRow } from './user-row.ts';

/** Fields of a user that administrators set. */
export type StoredUser = UserRow & Pick<Selectable<Tables['aua.users']>, 'mandant_groups'>;

/**
 * A user whom nobody else changes until the transaction ends; `undefined` for nobody. What belongs to a
 * user is changed under this lock, so that it is compared with what there really was.
 */
export async function lockUser(
  transaction: Database,
  subject: string,
): Promise<StoredUser | undefined> {
  return transaction
    .selectFrom('aua.users')
    .select([...userColumns, 'mandant_groups'])
    .where('subject', '=', subject)
    .forUpdate()
    .executeTakeFirst();
}

/** The same, and makes the user where there is none. */
export async function lockOrCreateUser(
  transaction: Database,
  subject: string,
): Promise<{ readonly user: StoredUser; readonly created: boolean }> {
  const inserted = await transaction
    .insertInto('aua.users')
    .values({ subject })
    .onConflict((conflict) => conflict.doNothing())
    .returning([...userColumns, 'mandant_groups'])
    .executeTakeFirst();
  if (inserted) return { user: inserted, created: true };
  const user = await lockUser(transaction, subject);
  // Erased between the two statements: then it is to be made after all.
  return user ? { user, created: false } : lockOrCreateUser(transaction, subject);
}

export async function updateUser(
  transaction: Database,
  subject: string,
  changes: Partial<Omit<StoredUser, 'subject'>>,
): Promise<void> {
  await transaction
    .updateTable('aua.users')
    .set({ ...changes, updated_at: new Date() })
    .where('subject', '=', subject)
    .execute();
}

/** Takes mandant groups that are not among some from former names of a user. @returns whether there were any */
export async function takeOtherMandants(
  transaction: Database,
  subject: string,
  mandantGroups: readonly string[],
): Promise<boolean> {
  const [, ...formerNames] = await namesOf(transaction, subject);
  const { numAffectedRows } = await sql`
    update aua.users set updated_at = now(), mandant_groups = array(
      select unnest(mandant_groups) intersect select unnest(${mandantGroups}::text[]) order by 1
    )
    where subject = any(${formerNames}::text[]) and not mandant_groups <@ ${mandantGroups}::text[]
  `.execute(transaction);
  return Number(numAffectedRows) > 0;
}
