import { startJobs } from '../jobs/jobs.ts';
import { deliveryJob } from '../orders/delivery-queue.ts';
import {
  countUndelivered,
  findUndelivered,
  sendAgain,
  type UndeliveredRow,
} from '../orders/undelivered.ts';
import type { Database } from '../storage/database.ts';
import { readFlags, type Command, type Terminal } from './command.ts';
import { databaseFlags, databaseHelp, withDatabase } from './connection.ts';
import { recordCommand } from './operator.ts';
import { CommandProblem, UsageProblem } from './problem.ts';

/** Most notifications that are listed; who has more looks for what they have in common. */
const listMaximum = 1_000;
const flags = { ...databaseFlags, 'send-again': { type: 'string' } } as const;
const deliveryId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const help = `Lists the notifications that order systems have not confirmed, and sends them again.

  npx lectern notifications [flags]
  npx lectern notifications [flags] --send-again <delivery-id|all>

  --send-again ID  starts a notification again, as if it had never been sent, or all of them; the
                   services send it within seconds, under the same id as before
${databaseHelp(17)}
Each line says the delivery id, the order system, when the notification was taken, how often it was sent,
whether it was given up, and why it did not arrive; the oldest comes first. Sending again is written to
the audit log.

Exit codes: 0, also when there is nothing to list or send; 1 when no undelivered notification has this
id, or the database does not answer; 2 for wrong flags.
`;

export const notifications: Command = {
  summary: 'list what order systems have not confirmed, and send it again',
  help,
  run: async (args, terminal) => {
    const { data, again } = readAgain(args);
    await withDatabase(data, terminal, (database, url) =>
      again === undefined ? list(database, terminal) : send(database, url, again, terminal),
    );
  },
};

function readAgain(args: readonly string[]) {
  const { data, 'send-again': again } = readFlags(args, flags);
  if (again !== undefined && again !== 'all' && !deliveryId.test(again)) {
    throw new UsageProblem(`"${again}" is neither a delivery id nor "all". See --help.`);
  }
  return { data, again };
}

async function list(database: Database, terminal: Terminal): Promise<void> {
  const rows = await findUndelivered(database, listMaximum);
  if (rows.length === 0) return terminal.write('Every notification has arrived.\n');
  for (const row of rows) await terminal.write(`${lineOf(row)}\n`);
  const more = (await countUndelivered(database)) - rows.length;
  if (more > 0) await terminal.write(`… and ${more} more.\n`);
}

function lineOf(row: UndeliveredRow): string {
  const { delivery_id, order_system_identifier, created_at, attempts, last_failure } = row;
  return [
    delivery_id,
    order_system_identifier,
    created_at.toISOString(),
    `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
    row.given_up_at ? 'given up' : 'waiting',
    last_failure ?? '',
  ]
    .join('  ')
    .trimEnd();
}

async function send(
  database: Database,
  url: string,
  again: string,
  terminal: Terminal,
): Promise<void> {
  const jobs = await startJobs(url, () => {});
  try {
    const queue = await jobs.define(deliveryJob);
    const count = await database.transaction().execute(async (transaction) => {
      const ids = again === 'all' ? undefined : [again];
      const count = await sendAgain(transaction, queue, ids);
      if (count === 0 && ids) {
        throw new CommandProblem(`No undelivered notification has the id ${again}.`);
      }
      if (count === 0) return count;
      await recordCommand(transaction, 'notifications', { send_again: again, count });
      return count;
    });
    await terminal.write(
      count === 1
        ? '1 notification will be sent again.\n'
        : `${count} notifications will be sent again.\n`,
    );
  } finally {
    await jobs.stop();
  }
}
