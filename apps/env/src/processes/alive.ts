import { systemErrorCode } from '../problem.ts';

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's process lives, too.
    return systemErrorCode(error) === 'EPERM';
  }
}
