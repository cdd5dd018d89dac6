import { builtInRoles } from '@lectern/contracts';
import type { Database } from '../../src/index.ts';
import { insertRows, rowsOf } from '../rows.ts';

/** Gives people back what calls may have taken from them: themselves, their roles, what these allow. */
export async function makePeople(
  database: Database,
  everybody: readonly { readonly subject: string; readonly role: string }[],
): Promise<void> {
  const subjects = everybody.map(({ subject }) => subject);
  const permissions = Object.entries(builtInRoles).flatMap(([role, held]) =>
    held.map((permission) => ({ role, permission })),
  );
  await database.transaction().execute(async (transaction) => {
    await rowsOf(transaction, 'aua.subject_links', { from_subject: subjects }).delete();
    await transaction.deleteFrom('aua.user_roles').where('subject', 'in', subjects).execute();
    await transaction
      .deleteFrom('aua.role_permissions')
      .where('role', 'in', Object.keys(builtInRoles))
      .where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('role', 'permission'),
          'not in',
          permissions.map(({ role, permission }) => tuple(role, permission)),
        ),
      )
      .execute();
    await transaction
      .insertInto('aua.users')
      .values(subjects.map((subject) => ({ subject })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await insertRows(transaction, 'aua.user_roles', [...everybody]);
    await transaction
      .insertInto('aua.role_permissions')
      .values(permissions)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}
