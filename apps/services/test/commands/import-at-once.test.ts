import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { prepareCommands } from './commands.ts';
import { commandWaits, commandsAreGone, openTransaction } from './locks.ts';
import { groupsOf, rolesOf, subjectsOf } from './stored.ts';

const main = fileURLToPath(new URL('../../src/commands/main.ts', import.meta.url));

const rosterOf = (count: number) =>
  'subject,given_name,role,class\n' +
  Array.from({ length: count }, (_, i) => `u-${i},Name ${i},student,Klasse ${i % 40}\n`).join('');

test('of two imports of one file at once, one does everything and one nothing', async () => {
  const { database, run, write } = await prepareCommands();
  const file = await write({ 'a.csv': rosterOf(3_000) });
  const outcomes = await Promise.all([
    run('import-users', '--source', '4711', file),
    run('import-users', '--source', '4711', file),
  ]);
  const [first, second] = outcomes.map(({ output }) => output).toSorted();
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0]);
  expect(first).toContain('users       0 created, 0 changed, 3000 unchanged');
  expect(second).toContain('users       3000 created, 0 changed, 0 unchanged');
  expect(await subjectsOf(database)).toHaveLength(3_000);
  expect(await database.selectFrom('aua.audit_log').selectAll().execute()).toHaveLength(1);
});

test('an import that is killed while it writes leaves nothing, and the next one does it all', async () => {
  const { database, databaseUrl, run, write } = await prepareCommands();
  const file = await write({ 'a.csv': rosterOf(3_000) });
  // Users are written before groups; there it has to wait.
  const blocking = await openTransaction(database);
  await sql`lock table gres.groups in access exclusive mode`.execute(blocking);

  const command = spawn(process.execPath, [main, 'import-users', '--source', '4711', file], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: 'ignore',
  });
  onTestFinished(() => void command.kill('SIGKILL'));
  await commandWaits(database);
  command.kill('SIGKILL');
  await once(command, 'exit');
  await blocking.rollback().execute();
  await commandsAreGone(database);

  expect(await subjectsOf(database)).toEqual([]);
  expect(await rolesOf(database)).toEqual({});
  expect(await groupsOf(database)).toEqual({});
  const outcome = await run('import-users', '--source', '4711', file);
  expect(outcome.output).toContain('users       3000 created');
});

test('an import waits for who just signs in, and takes nothing of it away', async () => {
  const { database, run, write } = await prepareCommands();
  const file = await write({ 'a.csv': 'subject,given_name,family_name\nmia,Mia,Keller\n' });
  const signIn = await openTransaction(database);
  await signIn
    .insertInto('aua.users')
    .values({ subject: 'mia', given_name: 'Maria', user_info_at: new Date() })
    .execute();
  const importing = run('import-users', file);
  await commandWaits(database);
  await signIn.commit().execute();

  expect((await importing).code).toBe(0);
  const user = await database.selectFrom('aua.users').selectAll().executeTakeFirstOrThrow();
  expect(user).toMatchObject({ given_name: 'Maria', family_name: 'Keller' });
});
