import type { Contract } from '@lectern/contracts';
import { sql } from 'kysely';
import { announce } from '../../authorization/announcements.ts';
import { administratorPermissions } from '../../authorization/permissions-now.ts';
import type { Handlers } from '../../http/routes.ts';
import type { Database } from '../../storage/database.ts';
import { namesOf } from '../../authorization/person-names.ts';
import { requireHeld } from '../granting.ts';
import { givenRoles, giveRoles, rolesOfUser } from '../held-roles.ts';
import { requireAdministratorRemains } from '../last-administrator.ts';
import { areSameNames, nameSome, namesOnce } from '../names.ts';
import { arePupilRoles, includesReserved } from '../reserved-permissions.ts';
import { exceedTeacher, permissionsOfUser } from '../privilege.ts';
import { lockRoles, permissionsOfRoles, unknownNames } from '../role-store.ts';
import { isLinked, lockSubjectLinks } from '../subject-links.ts';
import { lockUser } from '../user-store.ts';

/** The call that says which roles a user holds. */
export function userRolesHandlers(
  database: Database,
): Handlers<Pick<Contract['aua'], 'userSetRoles'>> {
  return {
    userSetRoles: ({ body, caller, refusal, record }) =>
      database.transaction().execute(async (transaction) => {
        const { subject } = body;
        // Many at once, and none while roles themselves change.
        await lockRoles(transaction, 'shared');
        await lockSubjectLinks(transaction, 'shared');
        if (!(await lockUser(transaction, subject))) throw refusal('USER_NOT_FOUND');
        const after = namesOnce(body.role_names);
        const unknown = await unknownNames(transaction, 'role', after);
        if (unknown.length > 0) {
          const names = nameSome(unknown);
          throw refusal('ROLE_NOT_FOUND', `Names that no role has: ${names}. Nothing was changed.`);
        }
        const before = await givenRoles(transaction, subject);
        const [, ...formerNames] = await namesOf(transaction, subject);
        const takenThere = await takeOtherRoles(transaction, formerNames, after);
        if (areSameNames(before, after) && takenThere.length === 0) {
          return { role_names: await rolesOfUser(transaction, subject), result_state: 'IA_OK' };
        }
        const permissions = await permissionsOfRoles(transaction, after);
        if (arePupilRoles(after) && includesReserved(permissions)) {
          throw refusal('PERMISSION_RESERVED');
        }
        const permissionsBefore = await permissionsOfUser(transaction, subject);
        const taken = before.filter((role) => !after.includes(role));
        const added = after.filter((role) => !before.includes(role));
        // Before it is done: somebody may give up what the call needs.
        await record(transaction, {
          subject,
          before: namesOnce([...before, ...takenThere]),
          after,
        });
        const granted = await permissionsOfRoles(transaction, added);
        await requireHeld(transaction, caller, granted, refusal, caller.aliases.has(subject));
        await takeRoles(transaction, subject, taken);
        await giveRoles(transaction, subject, added);
        const gained = (await permissionsOfUser(transaction, subject)).filter(
          (permission) => !permissionsBefore.includes(permission),
        );
        if ((await exceedTeacher(transaction, gained)) && (await isLinked(transaction, subject))) {
          throw refusal('SUBJECT_LINKED');
        }
        await announce(transaction, { kind: 'subjects', subjects: [subject] });
        const lost = await permissionsOfRoles(transaction, taken);
        if (administratorPermissions.some((permission) => lost.includes(permission))) {
          await requireAdministratorRemains(transaction, refusal);
        }
        return { role_names: await rolesOfUser(transaction, subject) };
      }),
  };
}

/** Takes the roles that are not among some from former names of a person. @returns those that were taken */
async function takeOtherRoles(
  transaction: Database,
  formerNames: readonly string[],
  roles: readonly string[],
): Promise<string[]> {
  if (formerNames.length === 0) return [];
  const taken = await transaction
    .deleteFrom('aua.user_roles')
    .where('subject', 'in', formerNames)
    .where(sql<boolean>`role <> all(${roles}::text[])`)
    .returning('role')
    .execute();
  return taken.map(({ role }) => role);
}

async function takeRoles(
  transaction: Database,
  subject: string,
  roles: readonly string[],
): Promise<void> {
  if (roles.length === 0) return;
  await transaction
    .deleteFrom('aua.user_roles')
    .where('subject', '=', subject)
    .where('role', 'in', roles)
    .execute();
}
