import * as z from 'zod/mini';
import { administered, defineCall } from '../define.ts';
import { flag, identifier, list } from '../scalars.ts';
import { transactionIndex } from './group.ts';

/** Most groups that one request moves. */
const migratedGroupsMaximum = 200;

/** Outcome for one group of a migration; REFUSED: there is none of this id at the old provider. */
export const groupMigrationOutcome = z.enum(['MIGRATED', 'UNCHANGED', 'REFUSED']);

export const serviceCalls = {
  serviceMigrateGroups: defineCall({
    path: '/v1/service/migrateGroups',
    summary:
      'Moves groups with their memberships from one provider to another, each by a transaction of its own. WARNING: some were refused. IA_OK: nothing was left to move.',
    body: z
      .strictObject({
        from_provider_id: identifier('Connector id of the provider that they belong to.'),
        to_provider_id: identifier('Connector id of the provider that they shall belong to.'),
        group_ids: z.optional(
          list(
            'Which groups; absent: all of the old provider, a page with each call.',
            identifier('A group.'),
          ).check(z.minLength(1), z.maxLength(migratedGroupsMaximum)),
        ),
      })
      .check(
        z.refine(
          ({ from_provider_id, to_provider_id }) => from_provider_id !== to_provider_id,
          'The providers must differ.',
        ),
      ),
    answer: z.object({
      results: z.array(
        z.object({
          group_id: identifier('The group.'),
          outcome: groupMigrationOutcome,
          transaction_index: z.optional(
            transactionIndex('Index of the transaction that moved it.'),
          ),
        }),
      ),
      more_groups: flag('Whether the old provider has groups left to move: call again.'),
    }),
    permission: 'group.migrate',
    ...administered,
  }),
} as const;
