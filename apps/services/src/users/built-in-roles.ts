import { randomUUID } from 'node:crypto';
import { builtInRoles, permissions, type BuiltInRole } from '@lectern/contracts';
import { sql } from 'kysely';
import { recordAudit, type AuditEntry } from '../authorization/audit-log.ts';
import { subjectOfPrimaryIssuer } from '../authorization/primary-subjects.ts';
import type { Database } from '../storage/database.ts';
import { linkedTo } from '../authorization/person-names.ts';
import { hasAdministrator } from './last-administrator.ts';
import { exceedTeacher } from './privilege.ts';
import { givePermissions, lockRoles, unknownNames } from './role-store.ts';
import { isHeldByLinked, isLinked, lockSubjectLinks } from './subject-links.ts';

const descriptions: Record<BuiltInRole, string> = {
  student: 'Learns. Whoever was never given a role.',
  teacher: 'Learns and leads groups.',
  support: 'Sees what users see, and helps with licences.',
  administrator: 'Manages users, roles, products and files.',
  'order-system': 'A shop: makes orders, and with them licences.',
  publisher: 'Publishes courses of its mandants.',
};

/** Number of the advisory lock under which one process at a time brings roles up to date. */
const lock = 0x1ec7e12;
/**
 * How long a start that has something to change waits for an import of users, which keeps roles as they
 * are until its end.
 */
const lockTimeInMinutes = 5;

/**
 * Brings the roles that every installation has, and the permissions of the contract, into the
 * database. What administrators changed since stays: a built-in role is given its permissions when it
 * is made, and later only those that the contract did not have before.
 *
 * Where nothing is missing, nobody is waited for but another process that starts: not even for a moment
 * does an ordinary restart keep others from giving roles.
 *
 * A subject to which another account leads becomes no more than a teacher (`privilege.ts`): the audit log has the
 * refusal, and the start goes on.
 *
 * @param firstAdministrator Becomes administrator where nobody can manage and assign roles.
 */
export async function ensureBuiltInRoles(
  database: Database,
  firstAdministrator?: string,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`
      select set_config('statement_timeout', ${`${lockTimeInMinutes}min`}, true)
    `.execute(transaction);
    await sql`select pg_advisory_xact_lock(${lock})`.execute(transaction);
    if (await isUpToDate(transaction, firstAdministrator)) return;
    await lockRoles(transaction, 'exclusive');
    await lockSubjectLinks(transaction, 'shared');
    const before = await transaction.selectFrom('aua.roles').select('role').execute();
    const wasThere = new Set(before.map(({ role }) => role));
    await transaction
      .insertInto('aua.roles')
      .values(
        Object.entries(descriptions).map(([role, description]) => ({
          role,
          description,
          built_in: true,
        })),
      )
      .onConflict((conflict) => conflict.column('role').doUpdateSet({ built_in: true }))
      .execute();
    const added = await transaction
      .insertInto('aua.permissions')
      .values(
        Object.entries(permissions).map(([permission, description]) => ({
          permission,
          description,
          built_in: true,
        })),
      )
      .onConflict((conflict) => conflict.column('permission').doNothing())
      .returning('permission')
      .execute();
    const isNew = new Set(added.map(({ permission }) => permission));
    for (const [role, held] of Object.entries(builtInRoles)) {
      await giveNewPermissions(
        transaction,
        role,
        wasThere.has(role) ? held.filter((permission) => isNew.has(permission)) : held,
      );
    }
    if (firstAdministrator) {
      await makeFirstAdministrator(transaction, subjectOfPrimaryIssuer(firstAdministrator));
    }
  });
}

/** Without the locks: what is there stays, since nobody can take it away. */
async function isUpToDate(
  transaction: Database,
  firstAdministrator: string | undefined,
): Promise<boolean> {
  const roles = Object.keys(descriptions);
  const { made } = await transaction
    .selectFrom('aua.roles')
    .select(({ fn }) => fn.countAll<string>().as('made'))
    .where('role', 'in', roles)
    .where('built_in', '=', true)
    .executeTakeFirstOrThrow();
  if (Number(made) < roles.length) return false;
  const missing = await unknownNames(transaction, 'permission', Object.keys(permissions));
  if (missing.length > 0) return false;
  return !firstAdministrator || hasAdministrator(transaction);
}

async function giveNewPermissions(
  transaction: Database,
  role: string,
  permissions: readonly string[],
): Promise<void> {
  if (
    (await exceedTeacher(transaction, permissions)) &&
    (await isHeldByLinked(transaction, role))
  ) {
    // All or none, as they were thought out; administrators can attach them later.
    await recordStart(transaction, {
      kind: 'refusal',
      code: 'SUBJECT_LINKED',
      change: { role_name: role, attached: permissions },
    });
    return;
  }
  await givePermissions(transaction, role, permissions);
}

async function makeFirstAdministrator(transaction: Database, subject: string): Promise<void> {
  if (await hasAdministrator(transaction)) return;
  const role: BuiltInRole = 'administrator';
  const isAnother = (await linkedTo(transaction, subject)) !== subject;
  if (isAnother || (await isLinked(transaction, subject))) {
    await recordStart(transaction, {
      kind: 'refusal',
      code: 'SUBJECT_LINKED',
      subject,
      change: { given: role },
    });
    return;
  }
  const row = await transaction
    .insertInto('aua.user_roles')
    .values({ subject, role })
    .onConflict((conflict) => conflict.doNothing())
    .returning('role')
    .executeTakeFirst();
  if (!row) return;
  await recordStart(transaction, { kind: 'change', subject, change: { given: row.role } });
}

async function recordStart(
  transaction: Database,
  entry: Pick<AuditEntry, 'kind' | 'subject' | 'code' | 'change'>,
): Promise<void> {
  await recordAudit(transaction, { ...entry, call: 'start', correlationId: randomUUID() });
}
