import { execFileSync, spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { StartProblem } from '../problem.ts';

/** The system user that PostgreSQL runs as. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** User id that every Linux gives to "nobody", for an image without a user database. */
const nobodyId = 65_534;

/**
 * PostgreSQL refuses to run as root, so root's starter runs it as `postgres`, or as `nobody` where
 * there is no such user.
 *
 * @returns `undefined` when the starter is not root: PostgreSQL then runs as the starter's user
 */
export function databaseAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return lookUp('postgres') ?? lookUp('nobody') ?? { name: 'nobody', uid: nobodyId, gid: nobodyId };
}

function lookUp(name: string): Account | undefined {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }));
  try {
    return { name, uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

/** Options of a spawned process that give it the account's identity. */
export function identityOf(account: Account | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

/**
 * Makes sure that the account gets to a folder; the system itself is asked, since modes alone do not
 * tell (access lists, mounts).
 *
 * @throws {StartProblem} naming the first folder on the way that is closed
 */
export function requireReachable(folder: string, account: Account | undefined): void {
  if (!account) return;
  const closed = [...ancestorsOf(folder), folder].find((each) => !canEnter(each, account));
  if (!closed) return;
  throw new StartProblem(
    `The folder ${closed} is closed to the user ${account.name}, as whom PostgreSQL runs because root may not run it. ` +
      `Choose another data folder with --data, or open this one: chmod o+x ${closed}`,
  );
}

function canEnter(folder: string, account: Account): boolean {
  const options = { ...identityOf(account), cwd: '/' };
  return spawnSync('test', ['-x', folder], options).status === 0;
}

/** Folders from the root down to the parent. */
function ancestorsOf(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [] : [...ancestorsOf(parent), parent];
}
