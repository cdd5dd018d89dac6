import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@lectern/env/testing';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { createPlatform, openDatabase } from '../src/index.ts';
import { collationProblem, warnOfCollation } from '../src/storage/collation.ts';
import { requireUsableDatabase } from '../src/storage/usable-database.ts';
import { runIn } from './commands/commands.ts';
import { clientsAt, startTestPlatform } from './platform.ts';
import { run } from './process.ts';

test.for([
  ['UTF8', /^usable$/],
  ['SQL_ASCII', /has the encoding SQL_ASCII\. Lectern needs UTF8/],
  ['LATIN1', /has the encoding LATIN1\. Lectern needs UTF8/],
] as const)('a database of the encoding %s', async ([encoding, sentence]) => {
  const url = new URL(inject('databaseUrl'));
  const server = new pg.Client({ connectionString: url.href });
  await server.connect();
  url.pathname = `/of_${encoding.toLowerCase()}`;
  const name = url.pathname.slice(1);
  await server.query(
    `create database ${name} encoding '${encoding}' locale 'C' template template0`,
  );
  onTestFinished(async () => {
    await server.query(`drop database ${name} with (force)`);
    await server.end();
  });
  const checked = requireUsableDatabase(url.href).then(
    () => 'usable',
    ({ message }: Error) => message,
  );
  expect(await checked).toMatch(sentence);
});

test('a database that fires no triggers is refused', async () => {
  const url = await createTestDatabase(inject('databaseUrl'));
  await using server = openDatabase(inject('databaseUrl'));
  const name = sql.id(new URL(url).pathname.slice(1));
  await sql`alter database ${name} set session_replication_role = replica`.execute(server);
  await expect(requireUsableDatabase(url)).rejects.toThrow(/reset session_replication_role/);
  await sql`alter database ${name} reset session_replication_role`.execute(server);
  await expect(requireUsableDatabase(url)).resolves.toBeUndefined();
});

test('a database whose text sorts as another system did is told, with what to do', async () => {
  const name = `sorted_${process.pid}`;
  await using server = openDatabase(inject('databaseUrl'));
  await sql`
    create database ${sql.id(name)} locale_provider icu icu_locale 'de' template template0
  `.execute(server);
  onTestFinished(async () => {
    await using again = openDatabase(inject('databaseUrl'));
    await sql`drop database ${sql.id(name)} with (force)`.execute(again);
  });
  const url = new URL(inject('databaseUrl'));
  url.pathname = `/${name}`;
  await using database = openDatabase(url.href);
  expect(await collationProblem(database)).toBeUndefined();
  await sql`update pg_database set datcollversion = '1' where datname = ${name}`.execute(server);
  expect(await collationProblem(database)).toContain(`(collation 1, now `);
  const warn = vi.fn<(...args: unknown[]) => void>();
  await warnOfCollation(database, { warn });
  expect(warn).toHaveBeenLastCalledWith(expect.stringContaining(`"reindex database ${name};"`));
  await sql`alter database ${sql.id(name)} refresh collation version`.execute(server);
  expect(await collationProblem(database)).toBeUndefined();
  // Of the library that sorts names, also where the database is sorted by another one.
  await sql`update pg_collation set collversion = '2' where collname = 'de-x-icu'`.execute(
    database,
  );
  expect(await collationProblem(database)).toMatch(
    /\(collation 2, now .*"alter collation "de-x-icu" refresh version;" as a superuser/,
  );
  await sql`alter collation "de-x-icu" refresh version`.execute(database);
  expect(await collationProblem(database)).toBeUndefined();
});

test('a collation that cannot be read stops no start', async () => {
  await using database = openDatabase('postgresql://localhost:1/none');
  const warn = vi.fn<(...args: unknown[]) => void>();
  await warnOfCollation(database, { warn });
  expect(warn).toHaveBeenCalledWith(
    { err: expect.any(Error) },
    'The collation of the database cannot be read.',
  );
});

const pooler = ['pgbouncer', '/usr/sbin/pgbouncer'].find(
  (program) => spawnSync(program, ['--version']).status === 0,
);

/** Address of a database by way of PgBouncer. */
async function behindPooler(databaseUrl: string, mode: string): Promise<string> {
  const { searchParams, username, pathname } = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'pooler-'));
  const { port } = await new Promise<AddressInfo>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address() as AddressInfo;
      server.close(() => resolve(address));
    });
  });
  const settings = join(folder, 'pooler.ini');
  await writeFile(
    settings,
    `[databases]
* = host=${searchParams.get('host')} port=${searchParams.get('port') ?? 5432} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 40
`,
  );
  // PgBouncer refuses to run as root, and the folder of the socket is closed to others than its owner.
  const { uid, gid } = await stat(searchParams.get('host')!);
  await Promise.all([folder, settings].map((path) => chmod(path, 0o755)));
  const child = spawn(pooler!, [settings], { uid, gid, stdio: 'ignore' });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true });
  });
  const url = `postgresql://${username}@127.0.0.1:${port}${pathname}`;
  const isOpen = () => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  };
  await vi.waitUntil(isOpen);
  return url;
}

test.skipIf(!pooler).for(['transaction', 'statement'])(
  'a pooler in the mode %s is refused with a sentence',
  async (mode) => {
    const url = await behindPooler(await createTestDatabase(inject('databaseUrl')), mode);
    await expect(requireUsableDatabase(url)).rejects.toThrow(
      /behind a pooler .* pool_mode = session/,
    );
  },
);

test.skipIf(!pooler)('a command refuses such a pooler with the same sentence', async () => {
  const url = await behindPooler(await createTestDatabase(inject('databaseUrl')), 'transaction');
  const { code, notes } = await runIn({ DATABASE_URL: url }, 'prune-audit-log', '2020-01-01');
  expect(code).toBe(1);
  expect(notes).toMatch(/behind a pooler .* pool_mode = session/);
});

test.skipIf(!pooler)('behind a pooler in the mode session all works', async () => {
  const platform = await startTestPlatform();
  onTestFinished(() => platform.close());
  const url = await behindPooler(platform.databaseUrl, 'session');
  await expect(requireUsableDatabase(url)).resolves.toBeUndefined();
  const server = await createPlatform({
    databaseUrl: url,
    publicUrl: 'http://localhost',
    identityProvider: platform.identityProvider.servicesClient,
  });
  onTestFinished(() => server.close());
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  const mia = await platform.identityProvider.signIn('mia');
  const store = clientsAt(address)('clag', mia);
  const place = {
    course_id_dto: { course_id: 'c' },
    issue_id_dto: { issue_id: 'i' },
    exercise_dto: { exercise_id: 'e' },
  };
  for (const value of ['1', '2', '3', '4', '5', '6']) {
    const local_store_items = [{ segment: 's', key: 'k', value }];
    await store.localStoreItemSetForModel({ body: { ...place, local_store_items } });
  }
  const { local_store_items } = await store.localStoreItemGetForModel({ body: place });
  expect(local_store_items).toMatchObject([{ key: 'k', value: '6', version: 6 }]);
});

test('a balancer that sends reads elsewhere is refused with a sentence', async () => {
  const { searchParams, username, pathname } = new URL(inject('databaseUrl'));
  const socket = `${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port') ?? 5432}`;
  const balancer = createServer((client) => {
    const [primary, standby] = [connect(socket), connect(socket)] as const;
    let answering = primary;
    // The client has the answer of the primary to its first message.
    const opened = new Promise<void>((resolve) => {
      standby.on('data', (data) => {
        if (answering === standby) client.write(data);
        else if (data.includes('Z\0\0\0\x05I')) resolve();
      });
    });
    primary.on('data', (data) => client.write(data));
    client.once('data', (startup) => {
      for (const server of [primary, standby]) server.write(startup);
      client.on('data', (statement) => {
        void opened.then(() => {
          answering = statement.includes('for update') ? primary : standby;
          return answering.write(statement);
        });
      });
    });
    for (const side of [client, primary, standby]) side.on('error', () => {});
    client.on('close', () => [primary, standby].forEach((server) => server.destroy()));
  }).listen(0, '127.0.0.1');
  await once(balancer, 'listening');
  onTestFinished(() => void balancer.close());
  const { port } = balancer.address() as AddressInfo;
  const url = `postgresql://${username}@127.0.0.1:${port}${pathname}`;
  await expect(requireUsableDatabase(url)).rejects.toThrow(/balancer .* load_balance_mode = off/);
});

const settings = {
  LECTERN_PORT: '0',
  LECTERN_ISSUER: 'https://login.example',
  LECTERN_SERVICES_CLIENT_ID: 'services',
  LECTERN_SERVICES_CLIENT_SECRET: 'secret',
  LECTERN_CLIENT_IDS: 'shell',
};

test.for<[string, Record<string, string>, number, RegExp[]]>([
  [
    'nothing is said',
    {},
    2,
    ['DATABASE_URL', 'LECTERN_PORT', 'LECTERN_ISSUER', 'LECTERN_CLIENT_IDS'].map(
      (name) => new RegExp(`^The environment variable ${name} is missing\\.$`, 'm'),
    ),
  ],
  [
    'the database is away',
    { ...settings, DATABASE_URL: 'postgresql://lectern:geheim@localhost:1/data' },
    1,
    [/^The database of DATABASE_URL \(localhost:1\/data\) cannot be used: .*ECONNREFUSED/],
  ],
  [
    'the database is away, and settings are wrong',
    {
      ...settings,
      DATABASE_URL: 'postgresql://lectern:geheim@127.0.0.1:1/data',
      LECTERN_CLIENT_IDS: '',
      LECTERN_LOG_LEVEL: 'loud',
    },
    2,
    [
      /LECTERN_CLIENT_IDS is missing/,
      /LECTERN_LOG_LEVEL is loud/,
      /cannot be used: .*ECONNREFUSED/,
    ],
  ],
  [
    'the address names several hosts',
    { ...settings, DATABASE_URL: 'postgresql://lectern:geheim@a.example,b.example/data' },
    2,
    [/^DATABASE_URL names several hosts/],
  ],
])('a process says all that is wrong, without a trace: %s', async ([, environment, code, text]) => {
  const services = run(environment);
  expect(await services.exited).toEqual([code, null]);
  for (const sentence of text) expect(services.output()).toMatch(sentence);
  expect(services.output()).not.toMatch(/geheim|^\s+at /m);
  const lines = services.output().trim().split('\n');
  expect(new Set(lines).size).toBe(lines.length);
});

test.for<[string, (port: string) => Record<string, string>, RegExp]>([
  ['a port of another process', (LECTERN_PORT) => ({ LECTERN_PORT }), /EADDRINUSE/],
  [
    'a port of another process for operations',
    (LECTERN_OPERATIONS_PORT) => ({ LECTERN_OPERATIONS_PORT }),
    /EADDRINUSE/,
  ],
  // Too long to be asked of a server, which may be away.
  ['a name without address', () => ({ LECTERN_HOST: 'x'.repeat(64) }), /ENOTFOUND/],
])('a process that cannot listen says so without a trace: %s', async ([, change, reason]) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const services = run({
    ...settings,
    DATABASE_URL: await createTestDatabase(inject('databaseUrl'), inject('startedDatabaseUrl')),
    LECTERN_HOST: '127.0.0.1',
    LECTERN_OPERATIONS_HOST: '127.0.0.1',
    ...change(String(port)),
  });
  expect(await services.exited).toEqual([1, null]);
  expect(services.output()).toMatch(/^The process cannot listen: /m);
  expect(services.output()).toMatch(reason);
  expect(services.output()).not.toMatch(/^\s+at /m);
});
