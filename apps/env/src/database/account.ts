import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartProblem } from '../problem.ts';

/** The system user that PostgreSQL runs as. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Makes an account of the system that only runs PostgreSQL: shadow's command, then busybox's. */
const creations = (name: string): readonly (readonly (readonly [string, ...string[]])[])[] => [
  [['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/sbin/nologin', name]],
  [
    ['addgroup', '-S', name],
    ['adduser', '-S', '-D', '-H', '-s', '/sbin/nologin', '-G', name, name],
  ],
];

/**
 * PostgreSQL refuses to run as root, so root's starter runs it as `postgres`, or as `lectern` where
 * there is no such user, which is made when it is missing. Never as `nobody`: what that user owns,
 * every service that runs as it can read and kill.
 *
 * @param names Users that may own a database; the last one is made when none is there.
 * @returns `undefined` when the starter is not root: PostgreSQL then runs as the starter's user
 * @throws {StartProblem} when there is no such user, and none can be made
 */
export function databaseAccount(
  names: readonly [string, ...string[]] = ['postgres', 'lectern'],
): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of names) {
    const account = lookUp(name);
    if (account) return account;
  }
  return create(names.at(-1)!);
}

function create(name: string): Account {
  for (const commands of creations(name)) {
    for (const [command, ...args] of commands) spawnSync(command, args, { stdio: 'ignore' });
    const account = lookUp(name);
    if (account) return account;
  }
  throw new StartProblem(
    `PostgreSQL may not run as root, and the user ${name} that would run it cannot be made here. ` +
      `Make it yourself (useradd --system --user-group ${name}), start Lectern as another user than ` +
      'root, or set DATABASE_URL to a PostgreSQL 15 or newer.',
  );
}

function lookUp(name: string): Account | undefined {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }));
  try {
    return { name, uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

/**
 * Gives a folder to the account where it belongs to another one, as after an earlier start that ran
 * PostgreSQL as `nobody`. Links are changed themselves and never followed: that user may have made them.
 * No server may run on the folder.
 */
export async function takeOver(folder: string, account: Account | undefined): Promise<void> {
  if (!account || !existsSync(folder) || (await lstat(folder)).uid === account.uid) return;
  execFileSync('chown', ['-hR', `${account.uid}:${account.gid}`, folder], { stdio: 'pipe' });
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
