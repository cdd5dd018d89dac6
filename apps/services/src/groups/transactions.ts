import { isDeepStrictEqual } from 'node:util';
import type { Answer, Body } from '@lectern/contracts';
import type { transactionsCalls } from '@lectern/contracts/calls/groups/transactions';
import type { Selectable, Updateable } from 'kysely';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import type { Tables } from '../storage/tables.ts';
import { changesFor, type Reader, type StoredChange } from './changes.ts';
import { updateGroup } from './group-log.ts';
import type { GroupRow } from './group-row.ts';
import { inSnapshot, readGroup } from './groups/inspect.ts';
import { renewJoinCode } from './join-code.ts';
import { lockLivingGroup, requireLeader } from './led-group.ts';

type TransactionCalls = typeof transactionsCalls;
type Transaction = Answer<TransactionCalls['transactionsCreateNew']>['transaction'];
type LeaderChange = Body<TransactionCalls['transactionsCreateNew']>['changes'][number];
type TransactionRow = Selectable<Tables['gres.transactions']>;

const pageDefault = 100;

export function transactionHandlers(database: Database): Handlers<TransactionCalls> {
  return {
    transactionsCreateNew({ body, caller, refusal, record }) {
      const { group_id, transaction_id, base_index, changes } = body;
      return database.transaction().execute(async (transaction) => {
        const group = await lockLivingGroup(transaction, group_id);
        requireLeader(group, caller, refusal);
        const reader = { subject: caller.subject, part: 'leader' } as const;
        const made = await transaction
          .selectFrom('gres.transactions')
          .selectAll()
          .where('group_id', '=', group_id)
          .where('transaction_id', '=', transaction_id)
          .executeTakeFirst();
        if (made) {
          if (!isDeepStrictEqual(made.changes, changes)) throw refusal('TRANSACTION_ID_TAKEN');
          return { transaction: transactionFor(reader, made), result_state: 'IA_OK' };
        }
        if (base_index !== undefined && base_index !== group.row.transaction_index) {
          throw refusal('TRANSACTION_CONFLICT');
        }
        const { row, madeAt } = await updateGroup(transaction, group_id, {
          changes,
          madeBy: caller.subject,
          transactionId: transaction_id,
          set: await columnsOf(transaction, group.row, changes),
        });
        await record(transaction, { group_id, changes });
        const { transaction_index } = row;
        const written = { transaction_index, changes, made_by: caller.subject, made_at: madeAt };
        return { transaction: transactionFor(reader, written) };
      });
    },

    transactionsGetAfterIndex({ body, caller, refusal }) {
      const { subject, group_id, after_index, limit = pageDefault } = body;
      return inSnapshot(database, async (transaction) => {
        const read = await readGroup(transaction, group_id, subject, caller);
        if (!read) throw refusal('GROUP_NOT_FOUND');
        const last_index = read.row.transaction_index;
        if (after_index > last_index) throw refusal('TRANSACTION_INDEX_UNKNOWN');
        const rows = await transaction
          .selectFrom('gres.transactions')
          .select(['transaction_index', 'changes', 'made_by', 'made_at'])
          .where('group_id', '=', group_id)
          .where('transaction_index', '>', after_index)
          .orderBy('transaction_index')
          .limit(limit)
          .execute();
        const { part, since } = read;
        // Of the time before, a member sees its own membership alone.
        const partAt = ({ made_at }: { readonly made_at: Date }) =>
          part === 'member' && since && made_at < since ? 'waiting' : part;
        const transactions = rows.map((row) => transactionFor({ subject, part: partAt(row) }, row));
        return { transactions, last_index };
      });
    },
  };
}

/** Columns of a group after the changes; the last one of a kind counts. */
async function columnsOf(
  transaction: Database,
  group: GroupRow,
  changes: readonly LeaderChange[],
): Promise<Updateable<Tables['gres.groups']>> {
  const name = changes.findLast((change) => change.change_type === 'GROUP_NAME_SET')?.name;
  const join_policy = changes.findLast(
    (change) => change.change_type === 'JOIN_POLICY_SET',
  )?.join_policy;
  // However often it stands there, the old code opens nothing any more and there is one new one.
  const renews = changes.some(({ change_type }) => change_type === 'JOIN_CODE_RENEWED');
  return {
    ...(name !== undefined && { name }),
    ...(join_policy && { join_policy }),
    ...(renews && (await renewJoinCode(transaction, group))),
  };
}

/** A transaction as a reader is told of it: where nothing of it is for the reader, it is empty. */
function transactionFor(
  reader: Reader,
  row: Pick<TransactionRow, 'transaction_index' | 'changes' | 'made_by' | 'made_at'>,
): Transaction {
  const changes = changesFor(reader, row.changes as readonly StoredChange[]);
  const isToldWho = changes.length > 0 || row.made_by === reader.subject;
  return {
    transaction_index: row.transaction_index,
    changes,
    ...(row.made_by !== null && isToldWho && { made_by: row.made_by }),
    made_at: row.made_at.toISOString(),
  };
}
