import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { makeFirstPassword } from '../../src/commands/accounts/first-password.ts';
import { SlipFile } from '../../src/commands/accounts/slips.ts';
import { userNameOf } from '../../src/commands/accounts/user-name.ts';
import {
  embeddedProviderSchema,
  isPassword,
  type EmbeddedAccount,
} from '../../src/commands/embedded-accounts.ts';
import { CommandProblem } from '../../src/commands/problem.ts';
import { prepareCommands, runAsking, type CommandTest } from './commands.ts';
import { commandWaits, openTransaction } from './locks.ts';
import { school11 } from './one-roster-samples.ts';
import { groupsOf, rolesOf, userOf } from './stored.ts';
import { zipOfFiles } from './zip-archive.ts';

const header = 'subject,given_name,family_name,role,class,username\n';
const mia = 'p-1,Mia,Keller,student,5b,\n';
const jurg = 'p-2,Jürg Émile,von Ah,student,5b,\n';
const thomas = 'p-9,Thomas,Berger,teacher,5b,\n';

type Stored = EmbeddedAccount & { readonly password_hash: string };

async function storedIn({ database }: CommandTest): Promise<readonly Stored[]> {
  const { rows } = await sql<Stored>`
    select * from identity_provider.account order by subject collate "C"
  `.execute(database);
  return rows;
}

const address = 'https://192.168.1.20:8080';

const slipsTo = (file: string) => ['--slips', file, '--address', address];

/** Imports a list with slips in a file of this name. */
async function importing(
  commands: CommandTest,
  rows: string,
  slips = 'slips.html',
  ...flags: string[]
) {
  const list = await commands.write({ 'klasse.csv': header + rows });
  const file = join(commands.folder, slips);
  const given = ['--slips', file, '--address', address, '--source', '4711', ...flags];
  return { file, ...(await commands.run('accounts', 'import', ...given, list)) };
}

/** User names and passwords, as the paper shows them. */
async function slipsIn(file: string): Promise<ReadonlyMap<string, string>> {
  const page = await readFile(file, 'utf8');
  const slips = page.matchAll(
    /<dd>([^<]*)<\/dd>\n<dt>[^<]*<\/dt><dd class="password">(.*?)<\/dd>/g,
  );
  return new Map(
    [...slips].map(([, username = '', password = '']) => [
      username,
      password.replaceAll(/<[^>]*>/g, ''),
    ]),
  );
}

test('a list makes users, classes and accounts, whose first passwords are on slips alone', async () => {
  const commands = await prepareCommands();
  const { file, ...outcome } = await importing(commands, mia + jurg + thomas);
  expect(outcome).toMatchObject({ code: 0, notes: '' });
  expect(outcome.output).toContain('accounts    3 created, 0 unchanged\n');
  expect(outcome.output).toContain(file);

  const { database } = commands;
  expect(await userOf(database, 'p-1')).toMatchObject({ given_name: 'Mia' });
  expect(await rolesOf(database)).toEqual({
    'p-1': ['student'],
    'p-2': ['student'],
    'p-9': ['teacher'],
  });
  expect(await groupsOf(database)).toEqual({
    '5b': { 'p-1': 'member', 'p-2': 'member', 'p-9': 'leader' },
  });
  const accounts = await storedIn(commands);
  expect(accounts).toMatchObject([
    { username: 'mia.keller', subject: 'p-1', must_change_password: true },
    { username: 'juerg.vonah', subject: 'p-2', given_name: 'Jürg Émile', family_name: 'von Ah' },
    { username: 'thomas.berger', subject: 'p-9' },
  ]);
  const slips = await slipsIn(file);
  expect(slips.size).toBe(3);
  for (const { username, password_hash } of accounts) {
    expect(await isPassword(slips.get(username)!, password_hash)).toBe(true);
  }
  const log = await database.selectFrom('aua.audit_log').select(['subject', 'change']).execute();
  expect(log).toContainEqual({
    subject: 'p-1',
    change: expect.objectContaining({ added: 'mia.keller' }),
  });
  for (const password of slips.values()) {
    expect(JSON.stringify([log, outcome])).not.toContain(password);
  }
});

test('the file is for its owner alone, asks no network, and takes names as text', async () => {
  const commands = await prepareCommands();
  const { file } = await importing(commands, 'p-1,<img src=x>,"""&Co"" Ng",student,<5b>,o.co\n');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const page = await readFile(file, 'utf8');
  expect(page).toContain("content=\"default-src 'none'; style-src 'unsafe-inline'\"");
  expect(page.replaceAll(/xmlns="[^"]*"|<dd>[^<]*<\/dd>/g, '')).not.toMatch(
    /https?:|<script|<img|url\(/,
  );
  expect(page).toContain('&#60;img src=x&#62; &#34;&#38;Co&#34; Ng <small>&#60;5b&#62;</small>');
  expect([...(await slipsIn(file)).keys()]).toEqual(['o.co']);
});

test('a second run makes no second accounts, renames none, and makes slips for new people alone', async () => {
  const commands = await prepareCommands();
  await importing(commands, mia + thomas);
  const before = await storedIn(commands);

  const again = await importing(commands, mia + thomas, 'again.html');
  expect(again.output).toContain('accounts    0 created, 2 unchanged\n');
  expect(again.output).toContain('there are no slips');
  await expect(stat(again.file)).rejects.toThrow('ENOENT');

  const longer =
    'p-1,Maria,Keller-Wyss,student,5b,maria\n' + thomas + 'p-7,Mia,Keller,student,5b,\n';
  const { file } = await importing(commands, longer, 'longer.html');
  const [first, second, ...others] = await storedIn(commands);
  expect([first, ...others]).toEqual(before);
  expect(second).toMatchObject({ subject: 'p-7', username: 'mia.keller2' });
  expect([...(await slipsIn(file)).keys()]).toEqual(['mia.keller2']);
});

test('a list with accounts alone that are new is imported, though its users are there', async () => {
  const commands = await prepareCommands();
  const list = await commands.write({ 'klasse.csv': header + mia });
  await commands.run('import-users', '--source', '4711', list);
  expect((await importing(commands, mia)).output).toContain('accounts    1 created');
  expect(await storedIn(commands)).toMatchObject([{ subject: 'p-1' }]);
});

test('a school in OneRoster has accounts for the people that are taken over alone', async () => {
  const commands = await prepareCommands();
  const school = await commands.write({ 'schule.zip': zipOfFiles(school11) });
  const file = join(commands.folder, 'slips.html');
  await commands.run('accounts', 'import', ...slipsTo(file), school);
  const accounts = await storedIn(commands);
  expect(accounts.map(({ subject }) => subject)).toEqual(['u-ben', 'u-mia', 'u-thomas']);
  expect((await slipsIn(file)).size).toBe(3);
  expect(await readFile(file, 'utf8')).toContain('<small>Klasse 5b</small>');
});

test('a dry run says what would be, and writes nothing', async () => {
  const commands = await prepareCommands();
  const { file, output } = await importing(commands, mia + jurg, 'slips.html', '--dry-run');
  expect(output).toContain('accounts    2 created');
  expect(output).toContain('Nothing was written');
  await expect(stat(file)).rejects.toThrow('ENOENT');
  expect(await commands.run('accounts', 'list')).toMatchObject({
    output: 'There are no accounts.\n',
  });
  expect(await rolesOf(commands.database)).toEqual({});
});

const refusals = [
  ['a name that is missing', 'p-1,Mia,,student,5b,', 'line 3, column family_name: is empty'],
  ['letters of no keyboard', 'p-1,Оля,Мороз,student,5b,', 'column username: no user name can be'],
  ['a user name with a space', 'p-1,Mia,Keller,student,5b,mia k', 'without spaces and control'],
  ['a user name with a hidden space', 'p-1,Mia,Keller,student,5b,mia\u200bk', 'without spaces'],
  ['a long user name', `p-1,Mia,Keller,student,5b,${'m'.repeat(201)}`, '1 to 200 characters'],
  [
    'a subject that tokens cannot hold',
    '4711 ü,Mia,Keller,student,5b,',
    'column subject: an account',
  ],
  [
    'a subject like a hash',
    `sub-${'a'.repeat(43)},Mia,Keller,student,5b,`,
    'needs a subject of letters a to z, digits and signs',
  ],
  [
    'a user name of another account',
    'p-1,Mia,Keller,student,5b,ÄNNA',
    '"änna" is the user name of',
  ],
  [
    'one user name twice',
    'p-1,M,K,student,5b,mk\np-3,M,K,student,5b,MK',
    '"mk" is the user name of',
  ],
  ['a role that is not given', 'p-1,Mia,Keller,administrator,5b,', 'see --allow-roles'],
] as const;

test('a wrong row is refused with its line, and nothing of the list is imported', async () => {
  const commands = await prepareCommands();
  await runAsking(
    'correct horse',
    { DATABASE_URL: commands.databaseUrl },
    'accounts',
    'add',
    '--given-name=A',
    '--family-name=M',
    'a\u0308nna',
  );
  for (const [what, row, reason] of refusals) {
    const { file, code, notes } = await importing(commands, `${thomas}${row}\n`);
    expect({ what, code }).toEqual({ what, code: 1 });
    expect(notes).toContain(reason);
    await expect(stat(file)).rejects.toThrow('ENOENT');
  }
  expect(await storedIn(commands)).toMatchObject([{ username: 'änna' }]);
  expect(await commands.database.selectFrom('aua.users').selectAll().execute()).toEqual([]);
});

test('a file of slips that is there already is kept, and nothing of the list is imported', async () => {
  const commands = await prepareCommands();
  const file = join(commands.folder, 'slips.html');
  await writeFile(file, 'of the other class');
  const { code, notes } = await importing(commands, mia);
  expect(code).toBe(1);
  expect(notes).toContain('EEXIST');
  expect(await readFile(file, 'utf8')).toBe('of the other class');
  expect(await rolesOf(commands.database)).toEqual({});
});

const statementFailed = new pg.DatabaseError('duplicate key', 13, 'error');
statementFailed.code = '23505';
const stopped = new pg.DatabaseError('terminating connection', 23, 'error');
stopped.code = '57P01';

test.each([
  ['a problem of the command', new CommandProblem('taken'), false],
  ['a statement', statementFailed, false],
  ['a server that stops', stopped, true],
  ['a connection that ends', new Error('Connection terminated unexpectedly'), true],
  ['an error of another kind', new Error('write EPROTO'), true],
])(
  'after %s, slips stay only where the database may have committed',
  async (_case, error, isKept) => {
    const { folder } = await prepareCommands();
    const path = join(folder, 'slips.html');
    const slips = new SlipFile(path, address, 'fr');
    const failing = slips.during(async () => {
      await slips.write([
        {
          username: 'm',
          given_name: 'M',
          family_name: 'K',
          class_name: '',
          password: 'badogerutika',
        },
      ]);
      expect(await readFile(path, 'utf8')).toContain('Choisir son propre mot de passe.');
      throw error;
    });
    await expect(failing).rejects.toThrow(isKept ? 'It is not known' : error.message);
    expect(existsSync(path)).toBe(isKept);
  },
);

test('slips are kept, and said to be, where the connection is lost in the commit', async () => {
  const commands = await prepareCommands();
  await commands.run('accounts', 'list');
  for (const statement of [
    `create function lose() returns trigger language plpgsql
      as 'begin perform pg_terminate_backend(pg_backend_pid()); return null; end'`,
    `create constraint trigger lost after insert on identity_provider.account
      deferrable initially deferred for each row execute function lose()`,
  ]) {
    await sql.raw(statement).execute(commands.database);
  }
  const { file, code, notes } = await importing(commands, mia);
  expect(code).toBe(1);
  expect(notes).toContain('It is not known if the accounts were made');
  expect(notes).toContain(file);
  expect((await slipsIn(file)).size).toBe(1);
});

describe('accounts that change while passwords are made', () => {
  const lock = embeddedProviderSchema[0];
  const ben = 'p-3,Ben,Frei,student,5b,\n';

  test('are kept where there is one now', async () => {
    const commands = await prepareCommands();
    await importing(commands, mia);
    const other = await openTransaction(commands.database);
    await sql.raw(lock).execute(other);
    await sql`
      insert into identity_provider.account values ('frei', 'p-3', 'Ben', 'Frei', 'scrypt')
    `.execute(other);
    const outcome = importing(commands, mia + ben + thomas, 'again.html');
    await commandWaits(commands.database);
    await other.commit().execute();
    const { file, output } = await outcome;
    expect(output).toContain('accounts    1 created, 2 unchanged\n');
    expect([...(await slipsIn(file)).keys()]).toEqual(['thomas.berger']);
  });

  test('stop the import where one is gone', async () => {
    const commands = await prepareCommands();
    await importing(commands, mia);
    const other = await openTransaction(commands.database);
    await sql.raw(lock).execute(other);
    await sql`delete from identity_provider.account`.execute(other);
    const outcome = importing(commands, mia + ben, 'again.html');
    await commandWaits(commands.database);
    await other.commit().execute();
    const { file, code, notes } = await outcome;
    expect(code).toBe(1);
    expect(notes).toContain('Import the list again.');
    expect(existsSync(file)).toBe(false);
    expect(await storedIn(commands)).toEqual([]);
  });
});

test('reset prints one anew: a new password, no session of that account, and of no other', async () => {
  const commands = await prepareCommands();
  const { file } = await importing(
    commands,
    'a_1,Mia,Keller,student,5b,\nab1,Ben,Frei,student,5b,\n',
  );
  const first = (await slipsIn(file)).get('mia.keller')!;
  const { database } = commands;
  for (const statement of embeddedProviderSchema) await sql.raw(statement).execute(database);
  for (const accountId of ['a_1', 'ab1']) {
    await sql`
      insert into identity_provider.artifact (model, id, payload)
      values ('Session', ${accountId}, ${JSON.stringify({ accountId })})
    `.execute(database);
  }
  await sql`update identity_provider.account set must_change_password = false`.execute(database);

  const slip = join(commands.folder, 'mia.html');
  const outcome = await commands.run('accounts', 'reset', ...slipsTo(slip), 'Mia.Keller');
  expect(outcome).toMatchObject({ code: 0, notes: '' });
  const [account, other] = await storedIn(commands);
  const second = (await slipsIn(slip)).get('mia.keller')!;
  expect(second).not.toBe(first);
  expect(await isPassword(second, account!.password_hash)).toBe(true);
  expect([account!.must_change_password, other!.must_change_password]).toEqual([true, false]);
  const { rows } = await sql`select id from identity_provider.artifact`.execute(database);
  expect(rows).toEqual([{ id: 'ab1' }]);
  expect((await commands.run('accounts', 'list')).output).toMatch(
    /^ben.*Frei\nmia.*\(first password\)\n$/,
  );

  // An operator's own choice is no first password.
  const environment = { DATABASE_URL: commands.databaseUrl };
  await runAsking('correct horse', environment, 'accounts', 'change', '--password', 'mia.keller');
  expect((await storedIn(commands))[0]).toMatchObject({ must_change_password: false });
});

test.each([
  [['import', 'k.csv'], 'Say with --slips'],
  [['import', '--slips', 's.html', 'k.csv'], 'Say with --address'],
  [['import', ...slipsTo('s.html'), '--address', '192.168.1.20', 'k.csv'], 'Say with --address'],
  [['import', ...slipsTo('s.html'), '--language', 'rm', 'k.csv'], '--language must be one of'],
  [['import', ...slipsTo('s.html')], 'Give one class list.'],
  [['import', ...slipsTo('s.html'), '--role', 'teacher', 'k.csv'], '--role is not for import.'],
  [['reset', 'mia'], 'Say with --slips'],
])('%j is refused as wrong flags', async (args, message) => {
  const outcome = await runAsking('', {}, 'accounts', ...args);
  expect(outcome).toMatchObject({ code: 2, output: '' });
  expect(outcome.notes).toContain(message);
});

test('accounts of a version without first passwords need none', async () => {
  const commands = await prepareCommands();
  await importing(commands, mia);
  await sql`alter table identity_provider.account drop column must_change_password`.execute(
    commands.database,
  );
  expect((await commands.run('accounts', 'list')).output).toBe(
    'mia.keller  p-1  student  Mia Keller\n',
  );
});

describe('user names', () => {
  test.each([
    ['Mia', 'Keller', 'mia.keller'],
    ['Jürg Émile', 'von Ah', 'juerg.vonah'],
    ['Anna-Lena', 'Weiß', 'anna-lena.weiss'],
    ['Zoë', "O'Neill", 'zoe.oneill'],
    ['İlayda', 'Çelik-Şahin', 'ilayda.celik-sahin'],
    ['Łukasz', 'Żółć', 'lukasz.zolc'],
    ['Søren', 'Æbelø', 'soeren.aebeloe'],
    ['Ju\u0308rg', 'Ah', 'juerg.ah'],
    ['Оля', 'Keller', 'keller'],
    ['Оля', 'Мороз', ''],
    ['-', '.', ''],
    ['M'.repeat(255), 'Keller', 'm'.repeat(60)],
  ])('of %s %s', (given, family, username) => {
    expect(userNameOf(given, family)).toBe(username);
  });
});

test('first passwords have letters that nobody mistakes, in six syllables', () => {
  const passwords = Array.from({ length: 500 }, makeFirstPassword);
  for (const password of passwords) expect(password).toMatch(/^([bdfghkmnprst][aeiou]){6}$/);
  expect(new Set(passwords).size).toBe(500);
  expect(passwords.join(' ')).not.toMatch(/hure|pene|pute/);
});
