import type { Contract } from '@lectern/contracts';
import { groupsMaximum } from '@lectern/contracts/calls/users/group';
import { sql } from 'kysely';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';

/** The call under `/group`: groups at identity providers, not the platform's own. */
export function groupHandlers(database: Database): Handlers<Pick<Contract['aua'], 'groupList'>> {
  return {
    async groupList() {
      const { rows } = await sql<{ identity_provider_identifier: string; group: string }>`
        select identity_provider_identifier, group_name as "group" from aua.provider_groups
        order by identity_provider_identifier collate "C", group_name collate "C"
        limit ${groupsMaximum + 1}
      `.execute(database);
      return { groups: rows.slice(0, groupsMaximum), truncated: rows.length > groupsMaximum };
    },
  };
}
