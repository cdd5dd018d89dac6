import type { Answer } from '@lectern/contracts';
import type { serviceCalls } from '@lectern/contracts/calls/groups/service';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import { lockGroup, updateGroup } from './group-log.ts';

type ServiceCalls = typeof serviceCalls;
type Result = Answer<ServiceCalls['serviceMigrateGroups']>['results'][number];

/** How many groups a request without names moves. */
const groupsAtOnce = 200;

export function serviceHandlers(database: Database): Handlers<ServiceCalls> {
  return {
    async serviceMigrateGroups({ body, caller, record }) {
      const { from_provider_id, to_provider_id } = body;
      const groupIds = body.group_ids
        ? [...new Set(body.group_ids)]
        : await groupsOfProvider(database, from_provider_id, groupsAtOnce);
      const results: Result[] = [];
      for (const group_id of groupIds) {
        results.push(
          await database.transaction().execute(async (transaction): Promise<Result> => {
            const group = await lockGroup(transaction, group_id);
            const provider = group?.deleted_at === null ? group.provider_id : undefined;
            if (provider === to_provider_id) return { group_id, outcome: 'UNCHANGED' };
            if (provider !== from_provider_id) return { group_id, outcome: 'REFUSED' };
            const { row } = await updateGroup(transaction, group_id, {
              changes: [{ change_type: 'PROVIDER_SET', provider_id: to_provider_id }],
              madeBy: caller.subject,
              set: { provider_id: to_provider_id },
            });
            await record(transaction, { group_id, from_provider_id, to_provider_id });
            return { group_id, outcome: 'MIGRATED', transaction_index: row.transaction_index };
          }),
        );
      }
      const left = await groupsOfProvider(database, from_provider_id, 1);
      const answer = { results, more_groups: left.length > 0 };
      const refused = results.filter(({ outcome }) => outcome === 'REFUSED');
      if (refused.length > 0) {
        const result_messages = refused.map(({ group_id }) => ({
          code: 'GROUP_NOT_FOUND',
          text: `The old provider has no group ${group_id}.`,
        }));
        return { ...answer, result_state: 'WARNING', result_messages };
      }
      const isMoved = results.some(({ outcome }) => outcome === 'MIGRATED');
      return isMoved ? answer : { ...answer, result_state: 'IA_OK' };
    },
  };
}

async function groupsOfProvider(
  database: Database,
  providerId: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await database
    .selectFrom('gres.groups')
    .select('group_id')
    .where('provider_id', '=', providerId)
    .where('deleted_at', 'is', null)
    .orderBy('group_id')
    .limit(limit)
    .execute();
  return rows.map(({ group_id }) => group_id);
}
