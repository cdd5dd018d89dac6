import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chmod,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { databaseAccount } from '../../src/database/account.ts';
import { embeddedMajor, findBinaries } from '../../src/database/binaries.ts';
import { ensureCluster } from '../../src/database/cluster.ts';
import { startDatabase, type Database, type DatabaseOptions } from '../../src/database/database.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const isRoot = process.getuid?.() === 0;

/** A folder that has a cluster: making one takes longest of all. */
const used = join(await temporaryFolder(afterAll), `Keller, Mia "5b" 100%20#?'`);
beforeAll(async () => {
  await (await open(used)).stop();
});

const open = (folder: string, options: Partial<DatabaseOptions> = {}): Promise<Database> =>
  startDatabase({ folder, logFile: join(folder, 'test.log'), durable: false, ...options });

async function start(...args: Parameters<typeof open>): Promise<Database> {
  const database = await open(...args);
  onTestFinished(() => database.stop());
  return database;
}

async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

test('the package holds the major version that data folders are checked against', () => {
  expect(Number.parseInt(findBinaries().version, 10)).toBe(embeddedMajor);
});

test('what is written is there after a stop and a start', async () => {
  const first = await start(used);
  await query(first.url, 'CREATE TABLE answer AS SELECT 42 AS value');
  await first.stop();
  const second = await start(used);
  expect(await query(second.url, 'SELECT value FROM answer')).toEqual([{ value: 42 }]);
  expect(second.url).toBe(first.url);
});

test('text is UTF-8, ordered by code point, and in German where that is asked for', async () => {
  const { url } = await start(used);
  const words = `(VALUES ('Zug'), ('Äpfel'), ('apfel'), ('Bach')) AS list (word)`;
  const sorted = async (collation: string) => {
    const rows = await query<{ word: string }>(
      url,
      `SELECT word FROM ${words} ORDER BY word ${collation}`,
    );
    return rows.map(({ word }) => word);
  };
  expect(await sorted('')).toEqual(['Bach', 'Zug', 'apfel', 'Äpfel']);
  expect(await sorted('COLLATE "de-x-icu"')).toEqual(['apfel', 'Äpfel', 'Bach', 'Zug']);
  expect(await query(url, `SELECT lower('ÄÖÜ') AS low`)).toEqual([{ low: 'äöü' }]);
});

test('the socket is the only way in, and its folder is closed to others', async () => {
  const { url } = await start(used);
  expect(await query(url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }]);
  const socketFolder = new URL(url).searchParams.get('host')!;
  const found = await stat(socketFolder);
  expect(found.mode & 0o777).toBe(0o700);
  expect(found.uid).toBe(databaseAccount()?.uid ?? process.getuid?.());
});

test('where the path is too long for a socket, a private temporary folder has it', async () => {
  const folder = join(await temporaryFolder(), 'long'.repeat(25));
  await mkdir(folder);
  execFileSync('cp', ['-a', join(used, 'cluster'), folder]);
  const { url } = await start(folder);
  const socketFolder = new URL(url).searchParams.get('host')!;
  onTestFinished(() => rm(socketFolder, { recursive: true }));
  expect(socketFolder).toMatch(/\/lectern-[0-9a-f]{16}$/);
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

describe('after a kill', () => {
  test('of PostgreSQL, what was committed is recovered', async () => {
    const killed = await start(used, { durable: true });
    await query(killed.url, 'CREATE TABLE committed AS SELECT 42 AS value');
    await killed.kill();
    const { url } = await start(used, { durable: true });
    expect(await query(url, 'SELECT value FROM committed')).toEqual([{ value: 42 }]);
  });

  test('of the starter, the server that it left behind is stopped and its data taken over', async () => {
    const orphan = await start(used);
    await query(orphan.url, 'CREATE TABLE orphaned AS SELECT 42 AS value');
    const { url, pid } = await start(used);
    expect(await orphan.ended).toBe('exit code 0');
    expect(pid).not.toBe(orphan.pid);
    expect(await query(url, 'SELECT value FROM orphaned')).toEqual([{ value: 42 }]);
  });

  test('another program that got the dead server’s process id is left alone', async () => {
    const killed = await start(used, { durable: true });
    await query(killed.url, 'CREATE TABLE left_alone AS SELECT 42 AS value');
    await killed.kill();
    const file = join(used, 'cluster', 'postmaster.pid');
    const [, ...rest] = (await readFile(file, 'utf8')).split('\n');
    await writeFile(file, [process.pid, ...rest].join('\n'));
    const { url } = await start(used);
    expect(await query(url, 'SELECT value FROM left_alone')).toEqual([{ value: 42 }]);
  });

  test('of initdb, the half cluster is not taken for a whole one', async () => {
    const folder = await temporaryFolder();
    const half = join(folder, 'cluster-unfinished-x');
    await mkdir(half);
    await writeFile(join(half, 'PG_VERSION'), `${embeddedMajor}\n`);
    const { url } = await start(folder);
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(existsSync(half)).toBe(false);
  });
});

describe.runIf(isRoot)('the user that runs it for root', () => {
  const numberOf = (name: string) =>
    Number(execFileSync('id', ['-u', name], { stdio: 'pipe', encoding: 'utf8' }));

  test('is the first that there is', () => {
    const account = databaseAccount(['no-such-user', 'nobody', 'daemon']);
    expect(account).toMatchObject({ name: 'nobody', uid: numberOf('nobody') });
  });

  test.runIf(process.platform === 'linux')('is made where there is none, once', () => {
    const name = `lectern-${process.pid}`;
    onTestFinished(() => void execFileSync('userdel', [name], { stdio: 'pipe' }));
    const account = databaseAccount(['no-such-user', name]);
    expect(account).toMatchObject({ name, uid: numberOf(name) });
    expect(account!.uid).not.toBe(numberOf('nobody'));
    expect(databaseAccount(['no-such-user', name])).toEqual(account);
  });

  test('is asked for where none can be made', () => {
    // No system takes a name with a colon, which parts the fields of its list of users.
    expect(() => databaseAccount(['no:user'])).toThrow(
      /the user no:user that would run it cannot be made here\. Make it yourself \(useradd --system/,
    );
  });

  test('takes over what an earlier start has left to nobody, and follows no link in it', async () => {
    const folder = await temporaryFolder();
    execFileSync('cp', ['-a', join(used, 'cluster'), folder]);
    const [cluster, socket] = [join(folder, 'cluster'), join(folder, 'socket')];
    const foreign = join(await temporaryFolder(), 'of-root');
    await writeFile(foreign, '');
    await symlink(foreign, join(cluster, 'link'));
    await mkdir(socket, { mode: 0o700 });
    execFileSync('chown', ['-hR', 'nobody', cluster, socket]);
    const { url } = await start(folder);
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    const entries = await readdir(folder, { recursive: true });
    const owners = await Promise.all(
      entries.map(async (entry) => (await lstat(join(folder, entry))).uid),
    );
    expect(new Set(owners)).not.toContain(numberOf('nobody'));
    expect((await stat(foreign)).uid).toBe(0);
  });
});

describe('one clear sentence', () => {
  test('for a library of the package that is missing', async () => {
    const folder = await temporaryFolder();
    const root = join(folder, 'programs');
    await cp(findBinaries().root, root, { recursive: true, verbatimSymlinks: true });
    const libraries = await readdir(join(root, 'lib'));
    await rm(
      join(
        root,
        'lib',
        libraries.find((name) => name.startsWith('libcrypto.'))!,
      ),
    );
    await expect(start(folder, { binaries: { ...findBinaries(), root } })).rejects.toThrow(
      /^PostgreSQL cannot load its library libcrypto\S+ Install the packages again: /,
    );
  });

  test.runIf(isRoot)('for a user id without a name, as in a container', async () => {
    const folder = await temporaryFolder();
    const nameless = { name: 'nameless', uid: 65_432, gid: 65_432 };
    await expect(ensureCluster(folder, findBinaries(), nameless, false)).rejects.toThrow(
      /^PostgreSQL asks for the name of the user id 65432, and this system has none\. Add it/,
    );
  });

  test.runIf(isRoot)('for a folder that PostgreSQL’s user cannot enter', async () => {
    const closed = await temporaryFolder();
    await chmod(closed, 0o700);
    await expect(start(join(closed, 'data'))).rejects.toThrow(
      `The folder ${closed} is closed to the user ${databaseAccount()?.name}`,
    );
  });

  test.runIf(isRoot && process.platform === 'linux')('for a full disk', async () => {
    const folder = await temporaryFolder();
    // Enough for the beginning of a cluster, not for all of it.
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=20m,mode=755', 'tmpfs', folder]);
    onTestFinished(() => void execFileSync('umount', [folder]));
    await expect(start(folder)).rejects.toThrow(/^The disk that holds \S+ is full\. Free some/);
    expect((await readdir(folder)).filter((name) => name === 'cluster')).toEqual([]);
  });
});

test.runIf(isRoot)(
  'programs in a folder that is closed to PostgreSQL’s user are copied',
  async () => {
    const closed = await temporaryFolder();
    await chmod(closed, 0o700);
    const root = join(closed, 'native');
    await cp(findBinaries().root, root, { recursive: true, verbatimSymlinks: true });
    const { url } = await start(used, { binaries: { root, version: '18.0' } });
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(existsSync(join(used, 'programs-18.0', 'bin', 'postgres'))).toBe(true);
  },
);
