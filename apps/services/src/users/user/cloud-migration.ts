import type { userLifecycleCalls } from '@lectern/contracts/calls/users/user-lifecycle';
import type { Handlers } from '../../http/routes.ts';
import type { Database } from '../../storage/database.ts';

type CloudMigrationCalls = Pick<
  typeof userLifecycleCalls,
  'userStartCloudMigration' | 'userFinalizedCloudMigration'
>;

/** The cloud migration of a subject: not started, running, finalized; it only ever goes forward. */
export function cloudMigrationHandlers(database: Database): Handlers<CloudMigrationCalls> {
  return {
    async userStartCloudMigration({ body, caller, refusal, record }) {
      const subject = body.subject ?? caller.subject;
      const user = await database
        .selectFrom('aua.users')
        .select('subject')
        .where('subject', '=', subject)
        .executeTakeFirst();
      if (!user) throw refusal('USER_NOT_FOUND');
      const started = await database.transaction().execute(async (transaction) => {
        const row = await transaction
          .insertInto('aua.cloud_migrations')
          .values({ subject, finalized_at: null })
          .onConflict((conflict) => conflict.doNothing())
          .returning('subject')
          .executeTakeFirst();
        if (row && subject !== caller.subject) await record(transaction, { subject });
        return row;
      });
      const row = (await find(database, subject))!;
      return started
        ? { migration: toWire(row, 'NOT_STARTED') }
        : { migration: toWire(row, stateOf(row)), result_state: 'IA_OK' };
    },

    async userFinalizedCloudMigration({ caller: { subject }, refusal }) {
      const finalized = await database
        .updateTable('aua.cloud_migrations')
        .set({ finalized_at: new Date() })
        .where('subject', '=', subject)
        .where('finalized_at', 'is', null)
        .returning('subject')
        .executeTakeFirst();
      const row = await find(database, subject);
      if (!row) throw refusal('MIGRATION_NOT_STARTED');
      return finalized
        ? { migration: toWire(row, 'RUNNING') }
        : { migration: toWire(row, 'FINALIZED'), result_state: 'IA_OK' };
    },
  };
}

interface Migration {
  readonly subject: string;
  readonly started_at: Date;
  readonly finalized_at: Date | null;
}

async function find(database: Database, subject: string): Promise<Migration | undefined> {
  return database
    .selectFrom('aua.cloud_migrations')
    .select(['subject', 'started_at', 'finalized_at'])
    .where('subject', '=', subject)
    .executeTakeFirst();
}

type State = 'NOT_STARTED' | 'RUNNING' | 'FINALIZED';

function stateOf({ finalized_at }: Migration): State {
  return finalized_at ? 'FINALIZED' : 'RUNNING';
}

function toWire(row: Migration, stateBefore: State) {
  return {
    subject: row.subject,
    state_before: stateBefore,
    state: stateOf(row),
    started_at: row.started_at.toISOString(),
    ...(row.finalized_at && { finalized_at: row.finalized_at.toISOString() }),
  };
}
