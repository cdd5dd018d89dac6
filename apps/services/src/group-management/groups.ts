import type { Contract } from '@lectern/contracts';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';

/** The calls under `/v1/gms/groups`: the side of the groups that the shell reads. */
export function groupsHandlers(
  database: Database,
): Handlers<Pick<Contract['gms'], 'gmsGroupsGet'>> {
  return {
    async gmsGroupsGet({ body }) {
      const groups = await database
        .selectFrom('gres.members')
        .innerJoin('gres.groups', 'gres.groups.group_id', 'gres.members.group_id')
        .select(['gres.groups.group_id', 'provider_id', 'name'])
        .where('subject', '=', body.subject)
        .where('group_role', '=', 'leader')
        .$if(body.provider_id !== undefined, (query) =>
          query.where('provider_id', '=', body.provider_id!),
        )
        .orderBy('gres.groups.group_id')
        .execute();
      return { groups };
    },
  };
}
