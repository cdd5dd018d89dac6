import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { InstallProblem } from './problem.mjs';

const heartbeatInMilliseconds = 1000;
/** A holder that has not touched its lock for this long was killed. */
const killedAfterInMilliseconds = 10_000;
/** Its npm may have outlived it, but not for this long. */
const staleAfterInMilliseconds = 600_000;

/**
 * Runs `work` while no other process installs into the same checkout; waits for one that does.
 *
 * The lock is a file that its holder touches every second. It stands beside node_modules, not in it,
 * since `npm ci` empties that folder. In it is the process id of the npm at work: when the holder
 * alone is killed, that npm goes on writing, and the next one must wait for it.
 *
 * @param {string} root folder of the checkout
 * @param {(nameProcess: (pid: number) => void) => Promise<void>} work
 * @throws {InstallProblem} where the lock cannot be written
 */
export async function withInstallLock(root, work) {
  const lock = join(root, '.lectern', 'install.lock');

  let waiting = false;
  while (!tryCreate(lock)) {
    if (!waiting)
      process.stdout.write('… Another start installs the packages here; waiting for it\n');
    waiting = true;
    removeIfStale(lock);
    await delay(heartbeatInMilliseconds / 4);
  }

  const heartbeat = setInterval(() => touch(lock), heartbeatInMilliseconds);
  const release = () => fs.rmSync(lock, { force: true });
  const endAtSignal = () => process.exit(130);
  process.once('exit', release);
  process.once('SIGINT', endAtSignal);
  process.once('SIGTERM', endAtSignal);
  try {
    await work((pid) => fs.writeFileSync(lock, String(pid)));
  } finally {
    clearInterval(heartbeat);
    process.off('exit', release);
    process.off('SIGINT', endAtSignal);
    process.off('SIGTERM', endAtSignal);
    release();
  }
}

function tryCreate(lock) {
  try {
    fs.mkdirSync(dirname(lock), { recursive: true });
    fs.closeSync(fs.openSync(lock, 'wx'));
    return true;
  } catch (error) {
    if (error.code === 'EEXIST' && error.syscall === 'open') return false;
    const advice = ['ENOSPC', 'EDQUOT'].includes(error.code)
      ? 'Free about 1 GB'
      : 'Make the checkout writable for you';
    throw new InstallProblem(
      `The packages have to be installed, and ${dirname(lock)} cannot be written (${error.code}). ` +
        `${advice}, then start again.`,
    );
  }
}

function touch(lock) {
  const now = new Date();
  fs.utimesSync(lock, now, now);
}

/**
 * Removes the lock of a killed holder. Two waiters may find it stale at once, and the slower one may
 * then hold the faster one's new lock in its hands: it is moved aside first, and put back if it is
 * not the file that was found stale.
 */
function removeIfStale(lock) {
  const found = fs.statSync(lock, { throwIfNoEntry: false });
  if (!found) return;
  const silenceInMilliseconds = Date.now() - found.mtimeMs;
  if (silenceInMilliseconds < killedAfterInMilliseconds) return;
  if (silenceInMilliseconds < staleAfterInMilliseconds && isNamedProcessAlive(lock)) return;
  const aside = `${lock}.${randomBytes(6).toString('hex')}`;
  try {
    fs.renameSync(lock, aside);
    if (fs.statSync(aside).ino !== found.ino) fs.linkSync(aside, lock);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  } finally {
    fs.rmSync(aside, { force: true });
  }
}

function isNamedProcessAlive(lock) {
  try {
    const pid = Number(fs.readFileSync(lock, 'utf8'));
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives and is another user's.
    return error.code === 'EPERM';
  }
}
