import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartProblem, systemErrorCode } from '../problem.ts';
import { isAlive } from '../processes/alive.ts';

const pollIntervalInMilliseconds = 50;
const stopTimeInMilliseconds = 30_000;

/** Above the highest process id of Linux (2^22) and macOS. */
const impossiblePid = 4_194_305;

/**
 * Stops the PostgreSQL that a killed starter left behind on this cluster, if there is one.
 *
 * The caller holds the data folder's lock, so whatever still runs there is an orphan.
 *
 * @throws {StartProblem} when it cannot be stopped
 */
export async function stopOrphan(cluster: string): Promise<void> {
  const lockFile = join(cluster, 'postmaster.pid');
  const pid = readPid(lockFile);
  if (!pid || !isAlive(pid)) return;
  if (!isServerOf(pid, cluster)) {
    await disownPid(lockFile);
    return;
  }
  // SIGINT is PostgreSQL's fast shutdown: sessions end, data is written, nothing to recover.
  signal(pid, 'SIGINT');
  const deadline = performance.now() + stopTimeInMilliseconds;
  while (isServerOf(pid, cluster)) {
    if (performance.now() > deadline) {
      throw new StartProblem(
        `A PostgreSQL of an earlier start still runs (process ${pid}) and does not stop. End it with: kill -9 ${pid}`,
      );
    }
    await delay(pollIntervalInMilliseconds);
  }
}

/** First line of PostgreSQL's own lock file, https://www.postgresql.org/docs/18/storage-file-layout.html */
function readPid(file: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || undefined;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * After a kill and a reboot the id can be any other program's, and PostgreSQL would take that for a
 * server and refuse to start. The rest of the file must stay: by it PostgreSQL makes sure that no
 * session of the killed server still writes.
 */
async function disownPid(lockFile: string): Promise<void> {
  const [, ...rest] = (await readFile(lockFile, 'utf8')).split('\n');
  await writeFile(lockFile, [impossiblePid, ...rest].join('\n'));
}

/** A server works in its cluster's folder, and its command line names the folder. */
function isServerOf(pid: number, cluster: string): boolean {
  try {
    if (process.platform === 'linux') {
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
    }
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes(cluster);
  } catch {
    return false;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (systemErrorCode(error) !== 'ESRCH') throw error;
  }
}
