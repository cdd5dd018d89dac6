import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { createTestDatabase } from '@lectern/env/testing';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { withSession } from '../../src/commands/backup/session.ts';
import { withDatabase } from '../../src/commands/connection.ts';
import { OutputClosed } from '../../src/commands/problem.ts';
import { runCommand } from '../../src/commands/run.ts';
import { openDatabase } from '../../src/index.ts';
import { prepareCommands, runIn } from './commands.ts';
import { spawnCommand } from './spawn-command.ts';
import { subjectsOf } from './stored.ts';
import { rowsOf } from '../rows.ts';

describe('help and mistakes', () => {
  test.for([[], ['--help']])('without a command: %j', async (args) => {
    const outcome = await runIn({}, ...args);
    expect(outcome).toMatchObject({ code: 0, notes: '' });
    expect(outcome.output).toContain('import-users');
    expect(outcome.output).toContain('export-user');
  });

  test.for(['import-users', 'export-user', 'unlink-user', 'prune-audit-log'])(
    '%s --help',
    async (command) => {
      const outcome = await runIn({}, command, 'x', '--help');
      expect(outcome).toMatchObject({ code: 0, notes: '' });
      expect(outcome.output).toContain(`npx lectern ${command}`);
      expect(outcome.output).toContain('DATABASE_URL');
    },
  );

  test('the flags of each help line up', async () => {
    const { output } = await runIn({});
    const names = [...output.matchAll(/^ {2}([a-z-]+) {2,}/gm)].map(([, name]) => name!);
    expect(names).toContain('make-coupons');
    for (const name of names) {
      const { output: help } = await runIn({}, name, '--help');
      const widths = help.match(/^ {2}--[a-z-]+(?: [A-Z]\S*)? +/gm)?.map(({ length }) => length);
      expect([name, new Set(widths).size]).toEqual([name, 1]);
    }
  });

  test.for<[string[], string]>([
    [['toString'], 'Unknown command toString.'],
    [['import-users'], 'Give one file, folder or address and nothing else.'],
    [['import-users', 'a.csv', 'b.csv'], 'Give one file, folder or address and nothing else.'],
    [['import-users', '--dryrun', 'a.csv'], "Unknown option '--dryrun'. See --help."],
    [['import-users', 'a.csv', '--source'], "Option '--source <value>' argument missing"],
    [['import-users', '--subject', 'password', 'a.csv'], '--subject must be one of sourcedId'],
    [['import-users', '--provider', '', 'a.csv'], '--provider must have 1 to 255 bytes.'],
    [['import-users', '--source', 'x'.repeat(256), 'a.csv'], '--source must have 1 to 255'],
    [['import-users', '--issuer', 'kanton', 'a.csv'], '--issuer must be the address'],
    [
      ['import-users', '--allow-roles', 'a;b', 'a.csv'],
      '--allow-roles: "a;b" is not the name of a role',
    ],
    [['export-user'], 'Give one subject and nothing else.'],
    [['unlink-user', 'a', 'b'], 'Give one subject and nothing else.'],
    [['prune-audit-log'], 'Give one date and nothing else.'],
    [['prune-audit-log', '2024'], '"2024" is not a date such as 2024-08-01.'],
    [['prune-audit-log', '2024-02-30'], '"2024-02-30" is not a date'],
    [['prune-audit-log', '2999-01-01'], 'Entries are kept for at least a year.'],
  ])('%j', async ([args, message]) => {
    const outcome = await runIn({}, ...args);
    expect(outcome).toMatchObject({ code: 2, output: '' });
    expect(outcome.notes).toContain(message);
  });

  test('whoever reads the output may stop: a quiet end', async () => {
    let written = 0;
    let notes = '';
    const code = await runCommand(['--help'], {
      environment: {},
      ask: async () => '',
      write: async () => {
        written++;
        throw new OutputClosed();
      },
      note: (text) => {
        notes += text;
      },
    });
    expect({ code, written, notes }).toEqual({ code: 141, written: 1, notes: '' });
  });

  test('a file that is not there', async () => {
    const outcome = await runIn({}, 'import-users', '/nowhere/a.csv');
    expect(outcome).toEqual({
      code: 1,
      output: '',
      notes: 'There is no file or folder /nowhere/a.csv.\n',
    });
  });
});

describe('the database', () => {
  test('that is still of an older version is told in a sentence', async () => {
    const { database, run } = await prepareCommands();
    await sql`drop table lars.forwardings`.execute(database);
    const outcome = await run('forwarding');
    expect(outcome).toMatchObject({ code: 1, output: '' });
    expect(outcome.notes).toMatch(/^The database was made by another version of Lectern\. .*\n$/);
  });

  test('as a process of its own it imports, with the exit code of the outcome', async () => {
    const { database, databaseUrl, write } = await prepareCommands();
    const good = await write({ 'a.csv': 'subject\nmia\n' });
    const bad = await write({ 'b.csv': 'subject\n"mi\na"\n' });
    const environment = { DATABASE_URL: databaseUrl };
    const imported = await spawnCommand(environment, 'import-users', good);
    expect(imported).toMatchObject({ code: 0, notes: '' });
    expect(imported.output).toContain('users       1 created');
    expect(await spawnCommand(environment, 'import-users', bad)).toMatchObject({ code: 1 });
    expect(await subjectsOf(database)).toEqual(['mia']);
  });

  test.for([
    ['--data', (folder: string) => [{ DATABASE_URL: 'postgresql://wrong' }, '--data', folder]],
    ['LECTERN_DATA', (folder: string) => [{ LECTERN_DATA: folder }]],
  ] as const)('of a running `npm start`, by %s', async ([, argumentsFor]) => {
    const { database, databaseUrl, folder, write } = await prepareCommands();
    await write({ 'data/database-url': `${databaseUrl}\n` });
    const file = await write({ 'a.csv': 'subject\nmia\n' });
    const [environment, ...flags] = argumentsFor(`${folder}/data`);
    const outcome = await runIn(
      environment as Record<string, string>,
      'import-users',
      ...(flags as string[]),
      file,
    );
    expect(outcome.notes).toBe('');
    expect(await subjectsOf(database)).toEqual(['mia']);
  });

  test('none in the data folder', async () => {
    const { folder, write } = await prepareCommands();
    const file = await write({ 'a.csv': 'subject\nmia\n' });
    const outcome = await runIn({ LECTERN_DATA: folder }, 'import-users', file);
    expect(outcome.code).toBe(1);
    expect(outcome.notes).toContain(`There is no embedded database in the data folder ${folder}`);
  });

  test('one that does not answer: one sentence, without its password', async () => {
    const { write } = await prepareCommands();
    const file = await write({ 'a.csv': 'subject\nmia\n' });
    const url = 'postgresql://lectern:geheim@127.0.0.1:1/lectern';
    const outcome = await runIn({ DATABASE_URL: url }, 'import-users', file);
    expect(outcome.code).toBe(1);
    expect(outcome.notes).toContain('The database does not answer (ECONNREFUSED).');
    expect(outcome.notes).not.toContain('geheim');
  });

  test.for<[string, (url: URL) => void, RegExp]>([
    [
      'is not there',
      (url: URL) => void (url.pathname = '/none'),
      /: database "none" does not exist\. /,
    ],
    ['has no such role', (url: URL) => void (url.username = 'nobody'), /: role "nobody" .*\. /],
  ])('one that %s: its reason in one sentence', async ([, change, reason]) => {
    const url = new URL(inject('databaseUrl'));
    change(url);
    const outcome = await runIn({ DATABASE_URL: url.href }, 'prune-audit-log', '2020-01-01');
    expect(outcome.code).toBe(1);
    expect(outcome.notes).toMatch(/^The database does not answer/);
    expect(outcome.notes).toMatch(reason);
  });

  test('one that has no TLS: its reason in one sentence', async () => {
    await using server = createServer((socket) => socket.once('data', () => socket.end('N')));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const url = `postgresql://mia@127.0.0.1:${port}/data?sslmode=require`;
    const outcome = await runIn({ DATABASE_URL: url }, 'prune-audit-log', '2020-01-01');
    expect(outcome.code).toBe(1);
    expect(outcome.notes).toMatch(
      /^The database does not answer.*: The server does not support SSL connections\. /,
    );
  });

  test('one whose role has time limits gives a command as long as it takes', async () => {
    const url = await createTestDatabase(inject('databaseUrl'), inject('startedDatabaseUrl'));
    const limits = ['statement_timeout', 'lock_timeout', 'idle_session_timeout'];
    await using server = openDatabase(inject('databaseUrl'));
    for (const limit of limits) {
      const name = sql.id(new URL(url).pathname.slice(1));
      await sql`alter database ${name} set ${sql.id(limit)} = '20s'`.execute(server);
    }
    const left = await withDatabase(undefined, { environment: { DATABASE_URL: url } }, (database) =>
      sql`select name from pg_settings where name = any (${limits}) and setting <> '0'`.execute(
        database,
      ),
    );
    expect(left.rows).toEqual([]);
    const ofCopy = await withSession(url, (client) =>
      client.query(`select name from pg_settings where name = any ($1) and setting <> '0'`, [
        limits,
      ]),
    );
    expect(ofCopy.rows).toEqual([]);
  });

  test('one without tables is not touched', async () => {
    const { write } = await prepareCommands();
    const file = await write({ 'a.csv': 'subject\nmia\n' });
    const url = await createTestDatabase(inject('databaseUrl'));
    const outcome = await runIn({ DATABASE_URL: url }, 'import-users', file);
    expect(outcome.code).toBe(1);
    expect(outcome.notes).toContain('The database has no tables of Lectern yet.');
  });
});

describe('a user id that the system has no entry of, as in a container', () => {
  const absent = () => {
    throw new Error('uv_os_get_passwd returned ENOENT (no such file or directory)');
  };
  beforeEach(() => {
    vi.spyOn(os, 'userInfo').mockImplementation(absent);
    vi.spyOn(os, 'homedir').mockImplementation(absent);
    syncBuiltinESMExports();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });

  test('is in the audit log by itself', async () => {
    const { database, run } = await prepareCommands();
    await sql`
      insert into aua.audit_log (kind, call, correlation_id, at)
      values ('refusal', '/x', 'old', now() - interval '9 years')
    `.execute(database);
    expect(await run('prune-audit-log', '2024-01-01')).toMatchObject({ code: 0, notes: '' });
    const { change } = await rowsOf(database, 'aua.audit_log').one('change');
    expect(change).toMatchObject({ operator: `uid ${process.getuid?.()}` });
  });

  test('has no data folder by default, which is one sentence', async () => {
    vi.spyOn(process, 'getuid').mockReturnValue(12_345);
    const outcome = await runIn({}, 'forwarding');
    expect(outcome).toMatchObject({ code: 1, output: '' });
    expect(outcome.notes).toMatch(/^There is no embedded database\. Start Lectern .*\n$/);
  });
});
