import { builtInRoles, type Role } from '@lectern/contracts';
import type { RoleDirectory } from '../authorization/authorize.ts';
import type { Database } from '../storage/database.ts';

/** The roles as the user service stores them. A subject that was never given one is a student. */
export function createRoleDirectory(database: Database): RoleDirectory {
  return {
    async rolesOf(subject) {
      const rows = await database
        .selectFrom('aua.user_roles')
        .select('role')
        .where('subject', '=', subject)
        .execute();
      if (rows.length === 0) return ['student'];
      return rows
        .map(({ role }) => role)
        .filter((role): role is Role => Object.hasOwn(builtInRoles, role));
    },
  };
}
