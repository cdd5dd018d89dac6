import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readArguments, type Command, type Terminal } from '../command.ts';
import { databaseFlags, databaseHelp, withDatabase } from '../connection.ts';
import { currentSurroundings, defaultDataFolder, filesFolder } from '../data-folder.ts';
import { recordCommand } from '../operator.ts';
import { CommandProblem } from '../problem.ts';
import { withSession } from './session.ts';
import { storeOf } from './sources.ts';
import { requireNone, unfinishedName, writeFileWhole } from './whole-file.ts';
import { writeBackup, type BackupSources } from './write-backup.ts';

const flags = {
  ...databaseFlags,
  with: { type: 'string', multiple: true },
  'without-files': { type: 'boolean' },
} as const;

/** Most names of missing files that are printed. */
const namesMaximum = 20;

const help = `Makes a backup of database, files, secrets and certificates, while Lectern runs.

  npx lectern backup [flags] <file>

  --with PATH       a further file or folder, such as the settings of the services; can be repeated
  --without-files   leaves out the bytes of files, as for a bucket whose older versions are kept
${databaseHelp(18)}
With DATABASE_URL, --data (or LECTERN_DATA) names the folder with secrets alone, as after a move.
The file is new and readable by its owner only; - is the standard output, such as for encryption. It is a tar:
the database as of one moment, the files that it names, and hashes at its end. Files come from
LECTERN_FILES_FOLDER, from the bucket of the LECTERN_S3 variables, or from the data folder; secrets and
certificates from the data folder. Bytes of deleted files stay in the store until the backup is done. The
backup is written to the audit log. Without its secrets it cannot be used in full, and with them by anybody:
encrypt it.

Exit codes: 0; 1 when it cannot be written, or for a database that does not answer; 2 for wrong flags; 3 when
the store lacks files that the database names, or further paths lead nowhere or were cut: all else is in the backup.
`;

export const backup: Command = {
  summary: 'make a backup of all that is kept, while Lectern runs',
  help,
  run: async (args, terminal) => {
    const { values, given } = readArguments(args, flags, 'one file');
    const { environment } = terminal;
    const dataFolder = dataFolderOf(values.data, environment);
    const ownStore = storeOf(environment);
    const store = ownStore ?? (dataFolder && { folder: join(dataFolder, filesFolder) });
    const named = values.data || environment['LECTERN_DATA'];
    if (named) await requireFolder(named);
    if (ownStore && 'folder' in ownStore) await requireFolder(ownStore.folder);
    const sources: BackupSources = {
      ...(store && { store }),
      hasFiles: !values['without-files'],
      dataFolder,
      further: values.with ?? [],
      ownPath: given === '-' ? undefined : resolve(unfinishedName(given)),
    };
    if (given !== '-') await requireNone(given);
    // With DATABASE_URL, the folder is that of the secrets, and may have had a database before a move.
    const databaseFolder = environment['DATABASE_URL'] ? undefined : values.data;
    const url = await withDatabase(databaseFolder, terminal, async (database, found) => {
      await recordCommand(database, 'backup', {}, { kind: 'acting-for' });
      return found;
    });
    const { rows, files, missing, leftOut, hasSecrets } = await withSession(url, async (client) => {
      const { bytes, result } = writeBackup(client, sources);
      if (given === '-') for await (const chunk of bytes) await terminal.write(chunk);
      else await writeFileWhole(given, bytes, 'The backup');
      return result;
    });
    terminal.note(`${rows} rows and ${files} files are in the backup.\n`);
    if (!hasSecrets) {
      terminal.note(
        'No secrets are in the backup: name their folder with --data, or them with --with.\n',
      );
    }
    const note = (what: string, names: readonly string[]) => {
      if (names.length === 0) return;
      const shown = names.slice(0, namesMaximum).join(', ');
      terminal.note(
        `${names.length} ${what}: ${shown}${names.length > namesMaximum ? ' …' : ''}\n`,
      );
    };
    note('files are in the database and not in the store', missing);
    note(
      'of the further paths lead nowhere, back to a folder above, or to a file that was cut meanwhile',
      leftOut,
    );
    return missing.length + leftOut.length === 0 ? 0 : 3;
  },
};

/** The default folder belongs to the embedded database: beside another one, its secrets would be foreign ones. */
function dataFolderOf(
  named: string | undefined,
  environment: Terminal['environment'],
): string | undefined {
  const chosen = named || environment['LECTERN_DATA'];
  if (chosen || environment['DATABASE_URL']) return chosen || undefined;
  return defaultDataFolder({ ...currentSurroundings(), environment });
}

/** A misspelt one would be made by the store, and the backup would lack all files. */
async function requireFolder(path: string): Promise<void> {
  const found = await stat(path).catch((cause: Error) => {
    throw new CommandProblem(`The folder cannot be read: ${cause.message}.`, { cause });
  });
  if (!found.isDirectory()) throw new CommandProblem(`${path} is no folder.`);
}
