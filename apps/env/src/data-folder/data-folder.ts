import { access, chmod, constants, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { databaseUrlFile } from '@lectern/services/data-folder';
import { explainSystemError, StartProblem } from '../problem.ts';
import { lockDataFolder } from './lock.ts';
import { readVersion, requireSameVersion, writeVersion, type DataVersion } from './version.ts';
import { unfinishedSuffix } from './write-file.ts';

/** Layout of the folder that holds everything the platform keeps. */
export interface DataFolder {
  readonly path: string;
  /** Embedded PostgreSQL: cluster, socket and, where needed, a copy of its programs. */
  readonly database: string;
  readonly logs: string;
  /** Bytes that were uploaded. */
  readonly files: string;
  /** Configuration document that the shell loads, written at each start. */
  readonly configuration: string;
  readonly secrets: string;
  /** Certificates of the platform's own, in a folder for each host. */
  readonly tls: string;
  /** Address of the embedded database, for the commands (`npx lectern`); written at each start. */
  readonly databaseUrl: string;
  /** The last start was killed: its processes may need a moment to end. */
  readonly lastHolderWasKilled: boolean;
  /** Removes all that a Lectern keeps but its certificates. Other files in the folder stay. */
  empty(): Promise<void>;
  /** Gives the folder free for another start. */
  release(): Promise<void>;
}

export interface DataFolderOptions {
  readonly version: DataVersion;
  /** Address of the platform; another start that wants the folder shows it. */
  readonly address: string;
  /** Accept another version's data, because it is about to be emptied. */
  readonly acceptOtherVersion: boolean;
}

/**
 * Opens the folder for this process alone, and makes it where there is none.
 *
 * A folder that holds anything and is not recognisably ours is refused, so that a wrong `--data`
 * never mixes with or empties somebody's files.
 *
 * @throws {StartProblem} foreign or of another version, not writable, on a full disk, in use
 */
export async function openDataFolder(
  folder: string,
  { version, address, acceptOtherVersion }: DataFolderOptions,
): Promise<DataFolder> {
  const requested = resolve(folder);
  try {
    await mkdir(requested, { recursive: true });
    const path = await realpath(requested);
    await access(path, constants.W_OK);

    const found = await readVersion(path);
    if (found && !acceptOtherVersion) requireSameVersion(path, found, version);
    if (!found) {
      await requireEmpty(path);
      // Others on the machine may pass through, as PostgreSQL's user must when root starts it, and
      // may read nothing: what is inside has its own, narrower modes.
      await chmod(path, 0o711);
      await writeVersion(path, version);
    }
    const lock = await lockDataFolder(path, address);
    return describe(path, version, lock);
  } catch (error) {
    throw explainSystemError(error, requested);
  }
}

/** Places within a data folder, for commands beside the Lectern that runs. */
export function entriesOf(path: string) {
  return {
    database: join(path, 'postgresql'),
    logs: join(path, 'logs'),
    files: join(path, 'files'),
    configuration: join(path, 'configuration.json'),
    secrets: join(path, 'secrets.json'),
    tls: join(path, 'tls'),
    databaseUrl: join(path, databaseUrlFile),
  };
}

function describe(
  path: string,
  version: DataVersion,
  lock: Pick<DataFolder, 'lastHolderWasKilled' | 'release'>,
): DataFolder {
  const entries = entriesOf(path);
  return {
    ...lock,
    ...entries,
    path,
    empty: async () => {
      // Devices go on trusting the authority, which would have to be installed on each of them again.
      const { tls: _, ...emptied } = entries;
      for (const entry of Object.values(emptied)) await rm(entry, { recursive: true, force: true });
      await writeVersion(path, version);
    },
  };
}

async function requireEmpty(path: string): Promise<void> {
  const entries = (await readdir(path)).filter((name) => !name.endsWith(unfinishedSuffix));
  if (entries.length === 0) return;
  throw new StartProblem(
    `The folder ${path} is not empty and is not a Lectern data folder; nothing in it was touched. ` +
      'Choose another folder with --data.',
  );
}
