import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isPassword } from '../../src/commands/embedded-accounts.ts';
import { lockRoles } from '../../src/users/role-store.ts';
import { prepareCommands, runAsking, type CommandTest } from './commands.ts';
import { commandWaits, openTransaction } from './locks.ts';

const password = 'correct horse';
const named = ['--given-name', 'Anna', '--family-name', 'Muster'];

const runTyping = ({ databaseUrl }: CommandTest, typed: string, ...args: string[]) =>
  runAsking(typed, { DATABASE_URL: databaseUrl }, 'accounts', ...args);

async function add(commands: CommandTest, username = 'anna', ...flags: string[]): Promise<string> {
  const outcome = await runTyping(commands, password, 'add', ...named, ...flags, username);
  expect(outcome).toMatchObject({ code: 0, notes: '' });
  return /subject (\S+)\.\n$/.exec(outcome.output)![1]!;
}

async function storedIn({ database }: CommandTest) {
  const { rows } = await sql<Record<string, string>>`
    select * from identity_provider.account order by username
  `.execute(database);
  return rows;
}

test('an account is added with its role, its password only as a hash, the change in the audit log', async () => {
  const commands = await prepareCommands();
  const subject = await add(commands, ' Anna ', '--role', 'teacher');
  const [account, ...others] = await storedIn(commands);
  expect(others).toEqual([]);
  expect(account).toMatchObject({ username: 'anna', subject, given_name: 'Anna' });
  const { password_hash = '' } = account!;
  expect(password_hash).not.toContain(password);
  expect(await isPassword(password, password_hash)).toBe(true);
  expect(await isPassword('correct hors', password_hash)).toBe(false);
  expect(await isPassword(password)).toBe(false);
  const { database } = commands;
  const roles = database.selectFrom('aua.user_roles').select('role').where('subject', '=', subject);
  expect(await roles.execute()).toEqual([{ role: 'teacher' }]);
  const changes = await database
    .selectFrom('aua.audit_log')
    .select(['subject', 'change'])
    .where('call', '=', 'command:accounts')
    .execute();
  expect(changes).toMatchObject([{ subject, change: { added: 'anna', role: 'teacher' } }]);
  expect(JSON.stringify(changes)).not.toContain(password);
});

/** Signs people in, so that the provider stores a session. */
async function signIn({ database }: CommandTest, ...subjects: string[]): Promise<void> {
  for (const subject of subjects) {
    const payload = JSON.stringify({ accountId: subject, state: '\0' });
    await sql`
      insert into identity_provider.artifact (model, id, payload)
      values ('Session', ${subject}, ${payload})
    `.execute(database);
  }
}

async function signedIn({ database }: CommandTest): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from identity_provider.artifact where model = 'Session'
  `.execute(database);
  return rows.map(({ id }) => id);
}

test('an account is listed, changed and removed, and others stay as they are', async () => {
  const commands = await prepareCommands();
  expect(await commands.run('accounts', 'list')).toMatchObject({
    code: 0,
    output: 'There are no accounts.\n',
  });
  const [ben, anna] = [await add(commands, 'ben', '--role', 'support'), await add(commands)];
  const bens = `ben  ${ben}  support  Anna Muster\n`;
  const [before, other] = await storedIn(commands);
  await signIn(commands, anna, ben);

  await runTyping(commands, '', 'change', '--given-name', 'Ann', 'ANNA');
  expect(await storedIn(commands)).toEqual([{ ...before, given_name: 'Ann' }, other]);
  expect(await signedIn(commands)).toEqual([anna, ben]);
  const { output } = await commands.run('accounts', 'list');
  expect(output).toBe(`anna  ${anna}  student  Ann Muster\n${bens}`);

  await runTyping(commands, 'another password', 'change', '--password', 'anna');
  const [changed] = await storedIn(commands);
  expect(await isPassword('another password', changed!['password_hash'])).toBe(true);
  expect(await signedIn(commands)).toEqual([ben]);

  await signIn(commands, anna);
  await runTyping(commands, '', 'remove', 'anna');
  expect(await storedIn(commands)).toEqual([other]);
  expect(await signedIn(commands)).toEqual([ben]);
});

test('adding an account waits for a change of roles', async () => {
  const commands = await prepareCommands();
  const changing = await openTransaction(commands.database);
  await lockRoles(changing, 'exclusive');
  const added = add(commands);
  await commandWaits(commands.database);
  await changing.commit().execute();
  const subject = await added;
  expect(await storedIn(commands)).toMatchObject([{ username: 'anna', subject }]);
});

test('accounts are listed with all their roles, in order, or with none', async () => {
  const commands = await prepareCommands();
  const [anna, ben] = [
    await add(commands, 'anna', '--role', 'teacher'),
    await add(commands, 'ben'),
  ];
  const { database } = commands;
  const student = { subject: anna, role: 'student' };
  await database.insertInto('aua.user_roles').values(student).execute();
  await database.deleteFrom('aua.user_roles').where('subject', '=', ben).execute();
  const { output } = await commands.run('accounts', 'list');
  expect(output).toBe(`anna  ${anna}  student,teacher  Anna Muster\nben  ${ben}    Anna Muster\n`);
});

const refusals = [
  [['add', ...named, 'anna'], password, 1, 'There is an account anna already. Change that one.'],
  [['remove', 'ben'], '', 1, 'There is no account ben. See npx lectern accounts list.'],
  [['change', '--given-name', 'B', 'ben'], '', 1, 'There is no account ben.'],
  [['add', ...named, 'ben'], 'short', 2, 'The password must have 8 to 200 characters.'],
  [['change', '--password', 'anna'], '', 2, 'The password must have 8 to 200 characters.'],
  [['add', ...named, '--role', 'boss', 'ben'], password, 2, '--role: "boss" is not one of'],
  [['add', '--given-name', 'B', 'ben'], password, 2, '--family-name must be a text'],
  [['add', ...named, 'two words'], password, 2, 'without spaces'],
  [['add', ...named, '--password', 'ben'], password, 2, '--password is not for add.'],
  [['add', ...named, '--password=secret', 'ben'], password, 2, '--password'],
  [['add', ...named], password, 2, 'Give one user name.'],
  [['add', ...named, 'ben', password], '', 2, 'Give one user name.'],
  [['list', 'anna'], '', 2, 'Give no user name.'],
  [['change', 'anna'], '', 2, 'Say what to change'],
  [['remove', '--role', 'teacher', 'anna'], '', 2, '--role is not for remove.'],
  [['rename', 'anna'], '', 2, 'Give one of import, reset, add, list, change and remove.'],
  [[], '', 2, 'Give one of import, reset, add, list, change and remove.'],
] as const;

test('what cannot be meant is refused with what is wrong, and changes nothing', async () => {
  const commands = await prepareCommands();
  await add(commands);
  const before = await storedIn(commands);
  for (const [args, typed, code, message] of refusals) {
    const outcome = await runTyping(commands, typed, ...args);
    expect(outcome).toMatchObject({ code, output: '' });
    expect(outcome.notes).toContain(message);
  }
  expect(await storedIn(commands)).toEqual(before);
});
