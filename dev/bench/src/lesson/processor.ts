import { readdir, readFile } from 'node:fs/promises';
import type { Pool } from 'pg';

/** Ticks of a second in which Linux counts processor time. */
const ticksPerSecond = 100;

/** @returns the processor time of a PostgreSQL on this machine so far, in microseconds: of all its processes, also those that have ended. */
export async function databaseProcessor(pool: Pool): Promise<() => Promise<number>> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const [, postmaster] = await statOf(rows[0]!.pid);
  return async () => {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const stats = await Promise.all(pids.map((pid) => statOf(Number(pid)).catch(() => undefined)));
    const ticks = stats.reduce((sum, stat) => {
      if (!stat) return sum;
      const [pid, parent, own, ofEnded] = stat;
      if (pid === postmaster) return sum + own + ofEnded;
      return parent === postmaster ? sum + own : sum;
    }, 0);
    return (ticks / ticksPerSecond) * 1_000_000;
  };
}

/** @returns id, parent, its own ticks and those of its children that have ended, by `/proc/<pid>/stat`. */
async function statOf(pid: number): Promise<readonly [number, number, number, number]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name before it may hold blanks.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent, user, system, userOfEnded, systemOfEnded] = [1, 11, 12, 13, 14].map(
    (place) => fields[place]!,
  ) as [number, number, number, number, number];
  return [pid, parent, user + system, userOfEnded + systemOfEnded];
}
