import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { readArguments, readFlags, type Command } from '../command.ts';
import { requireUsableTarget, usableUrl, withDatabase } from '../connection.ts';
import { CommandProblem, UsageProblem } from '../problem.ts';
import { beginNewTime, checkBackup, restoreBackup, type RestoreResult } from './restore-backup.ts';
import { storeOf } from './sources.ts';

const help = `Restores a backup into an empty database, or checks one.

  npx lectern restore [--check] <file>
  npx lectern restore --recovered

  --check      reads the backup and compares all hashes; restores nothing
  --recovered  without a file: prepares a database that PostgreSQL has recovered to an earlier moment, as a
               restore does, before services start

The database is that of DATABASE_URL, a new one, before any services have been started on it; the role of
the services restores, so that it owns the tables. Files go where LECTERN_FILES_FOLDER or the LECTERN_S3
variables say. - is the standard input. Secrets, certificates and further files stay in the backup: tar -xf.
Until all has arrived the database stays empty; when something fails, files that have arrived are taken back.
After a command that was broken off give a new folder or bucket, too. A backup of an older version is brought
to this one.

The Lectern of npm start restores into a new data folder: npm start -- --data FOLDER --restore FILE.

Exit codes: 0; 1 for a backup that is damaged, or a database that does not answer or is not empty; 2 for
wrong flags.
`;

export const restore: Command = {
  summary: 'restore a backup, or check one',
  help,
  run: async (args, terminal) => {
    if (args.includes('--recovered')) {
      readFlags(args, { recovered: { type: 'boolean' } });
      if (!terminal.environment['DATABASE_URL'])
        throw new UsageProblem('Set DATABASE_URL to the recovered database.');
      await withDatabase(undefined, terminal, (database) =>
        database.transaction().execute((transaction) => beginNewTime(transaction, {})),
      );
      return terminal.write('Start the services: devices fetch what the database has.\n');
    }
    const { values, given } = readArguments(args, { check: { type: 'boolean' } }, 'one file');
    if (values.check) {
      const checked = await checkBackup(given);
      return terminal.write(`The backup is whole: ${contentOf(checked)}.\n`);
    }
    const { environment } = terminal;
    const named = environment['DATABASE_URL'];
    if (!named) {
      throw new UsageProblem(
        'Set DATABASE_URL to a new database. The Lectern of npm start restores with its flag --restore.',
      );
    }
    const databaseUrl = usableUrl(named);
    const store = storeOf(environment);
    if (store && 'folder' in store) await requireOwnFolder(resolve(store.folder));
    await requireUsableTarget(databaseUrl);
    const restored = await restoreBackup(given, { databaseUrl, store });
    return terminal.write(`Restored: ${contentOf(restored)}.\n`);
  },
};

/** Services cannot read files that root makes in their folder. A new folder counts as one of the user of the folder above. */
async function requireOwnFolder(folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const found = await stat(folder).catch(() => undefined);
  if (!found && dirname(folder) !== folder) return requireOwnFolder(dirname(folder));
  if (!found?.uid) return;
  throw new CommandProblem(
    `${folder} belongs to the user ${found.uid}, who could not read files of root. Nothing was changed. ` +
      'Run the command as the system user of the services.',
  );
}

function contentOf({ description, files }: RestoreResult): string {
  const { version, created, database, files: named } = description;
  const rows = database.tables.reduce((sum, table) => sum + Number(table.rows), 0);
  const lacking = files < named ? `, ${named - files} were missing at its making` : '';
  return `Lectern ${version} on ${created}, ${rows} rows, ${files} files${lacking}`;
}
