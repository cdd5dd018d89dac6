import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartProblem, systemErrorCode } from '../problem.ts';
import { writeFileAtomically } from './write-file.ts';

/** SQLITE_BUSY and SQLITE_FULL, https://www.sqlite.org/rescode.html */
const sqliteBusy = 5;
const sqliteFull = 13;

/** The sole right to a data folder. */
export interface DataFolderLock {
  /** The last holder was killed: its processes may need a moment to notice. */
  readonly lastHolderWasKilled: boolean;
  release(): Promise<void>;
}

/**
 * Takes the folder for this process.
 *
 * The lock is one that the kernel holds for the process and drops when the process ends, however it
 * ends, so there is no stale lock to judge by process ids, which the system reuses. Node has no call
 * for such a lock; its SQLite takes one on Linux and macOS alike, so an empty SQLite file stands in.
 * `owner.json` beside it only says who holds it, for the message to the second one.
 *
 * @param address where the holder answers, for people
 * @throws {StartProblem} when another process holds it
 */
export async function lockDataFolder(folder: string, address: string): Promise<DataFolderLock> {
  const ownerFile = join(folder, 'owner.json');
  const database = takeKernelLock(join(folder, 'lock'));
  if (!database) {
    const owner = await readOwner(ownerFile);
    throw new StartProblem(
      `Lectern is already running with the data folder ${folder}${owner && ` (${owner})`}. ` +
        'Stop it first, or choose another folder with --data.',
    );
  }
  try {
    const lastHolderWasKilled = (await readOwner(ownerFile)) !== '';
    await writeFileAtomically(ownerFile, JSON.stringify({ pid: process.pid, address }), 0o644);
    return {
      lastHolderWasKilled,
      release: async () => {
        await rm(ownerFile, { force: true });
        database.close();
      },
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

function takeKernelLock(file: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    // Nothing is ever written, so no journal is needed beside the file.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database?.close();
    const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
    if (code === sqliteBusy) return undefined;
    if (code === sqliteFull) throw Object.assign(new Error('disk full'), { code: 'ENOSPC' });
    throw new StartProblem(
      `The file ${file} cannot be locked (${String(error)}). Choose a data folder on a local disk with --data.`,
    );
  }
}

/** Owner of the lock, in words; empty where none is written down. */
async function readOwner(file: string): Promise<string> {
  try {
    const { pid, address } = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    return `process ${String(pid)}, ${String(address)}`;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT' || error instanceof SyntaxError) return '';
    throw error;
  }
}
