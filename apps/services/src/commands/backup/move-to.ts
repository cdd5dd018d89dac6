import type pg from 'pg';
import { databaseNameOf } from '../../storage/database-url.ts';
import { readWords, type Command } from '../command.ts';
import {
  databaseFlags,
  databaseHelp,
  requireUsableTarget,
  usableUrl,
  withDatabase,
} from '../connection.ts';
import { recordCommand } from '../operator.ts';
import { CommandProblem, UsageProblem } from '../problem.ts';
import { closeForChanges, openForChanges, requireClosed } from './changes.ts';
import { loadInto, requireEmptyTarget, RowsArrived } from './load.ts';
import { withSession } from './session.ts';
import { inSnapshot, requireOnlyCopy } from './snapshot.ts';

const flags = { ...databaseFlags, back: { type: 'boolean' } } as const;

const help = `Moves the database to an empty one of another PostgreSQL.

  npx lectern move-to [flags] <address of the new database, or - to be asked for it>
  npx lectern move-to --back [flags]

  --back          lets the old database take changes again
${databaseHelp()}
From its beginning on, the old database takes no changes: Lectern goes on, and answers changes with 503, which
browsers send again later. All rows are copied and compared. Afterwards the old one stays as it is, and closed
to changes. Stop Lectern, set DATABASE_URL to the new one, and start it again. Files and secrets stay where
they are. When something goes wrong, or the command is interrupted, the old one takes changes again; after one
that was killed, --back has it do so. The move is written to the audit log. Others can read the arguments of a
process: with -, the address and its password are asked for, or read from the standard input.

The way back, without what was written to the new one: stop Lectern, take DATABASE_URL away, and start with
npm start -- --move-back; for an old database that runs by itself, --back. To bring back all that was written,
make a backup of the new one.

Exit codes: 0; 1 for a database that does not answer, or a new one that is not empty; 2 for wrong flags.
`;

export const moveTo: Command = {
  summary: 'move the database to another PostgreSQL',
  help,
  run: async (args, terminal) => {
    const { values, words } = readWords(args, flags);
    const [address, ...others] = words;
    if (others.length > 0 || (address === undefined) !== (values.back ?? false)) {
      throw new UsageProblem('Give one address, or --back. See --help.');
    }
    if (address === undefined) {
      // A database that takes no changes has no room for an entry of the audit log.
      const url = await withDatabase(values.data, terminal, async (_database, found) => found);
      const isOpened = await withSession(url, openForChanges);
      const outcome = isOpened ? 'takes changes again' : 'takes changes; nothing had to change';
      return terminal.write(`The database ${outcome}.\n`);
    }
    const given = address === '-' ? await terminal.ask('Address of the new database: ') : address;
    const target = usableUrl(given, 'The address');
    await requireUsableTarget(target);
    await withSession(target, requireEmptyTarget);
    const url = await withDatabase(values.data, terminal, async (database, found) => {
      await recordCommand(database, 'move-to', { to: databaseNameOf(target) });
      return found;
    });
    await move(url, target);
    return terminal.write(
      `All rows are in ${databaseNameOf(target)}, and the same. The old database takes no changes any more. ` +
        'Stop Lectern, set DATABASE_URL to the new one, and start it again.\n',
    );
  },
};

/** Signals of Ctrl-C, a service manager and a terminal that goes away. */
const interrupts = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function move(url: string, target: string): Promise<void> {
  let isClosed = false;
  let hasArrived = false;
  const interruption = new AbortController();
  const { signal } = interruption;
  // Once the new one is about to have all, the end is near, and breaking off would leave two whole ones.
  let isEnding = false;
  const interrupt = () => isEnding || interruption.abort();
  for (const name of interrupts) process.on(name, interrupt);
  try {
    const copyAll = async (client: pg.Client) => {
      await requireOnlyCopy(client);
      isClosed = true;
      const closed = await closeForChanges(client);
      await inSnapshot(client, async (copy) => {
        const beforeCommit = async () => {
          await requireClosed(client, closed);
          isEnding = true;
        };
        await loadInto(target, copy, beforeCommit, { signal });
        hasArrived = true;
      });
    };
    await withSession(url, copyAll, signal);
  } catch (error) {
    // The new one has all, and whatever failed afterwards costs nothing.
    if (hasArrived) return;
    if (error instanceof RowsArrived) throw error;
    // Over another connection: a copy that broke off keeps the first one.
    if (isClosed) await withSession(url, openForChanges).catch(stillClosed);
    if (!signal.aborted) throw error;
    throw new CommandProblem(
      'The move was interrupted. The old database takes changes, and the new one is empty.',
      { cause: error },
    );
  } finally {
    for (const name of interrupts) process.off(name, interrupt);
  }
}

function stillClosed(cause: unknown): never {
  throw new CommandProblem(
    'The move failed, and the old database could not be opened again. When it answers: --back, or npm start -- --move-back.',
    { cause },
  );
}
