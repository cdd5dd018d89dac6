import { expect, test } from 'vitest';
import { giveRole, linkSubject } from '../platform.ts';
import { prepareCommands } from './commands.ts';
import { rolesOf, subjectsOf } from './stored.ts';
import { insertRows } from '../rows.ts';

const header = 'subject,role\n';

test.for(['administrator', 'support', 'order-system', 'studnet'])(
  'a file alone does not make anybody %s',
  async (role) => {
    const { database, run, write } = await prepareCommands();
    const file = await write({ 'a.csv': `${header}mia,student\neve,${role}\n` });
    const outcome = await run('import-users', file);
    expect(outcome).toMatchObject({ code: 1, output: '' });
    expect(outcome.notes).toContain(`a.csv, line 3, column role: "${role}" is not given`);
    expect(await subjectsOf(database)).toEqual([]);
    expect(await rolesOf(database)).toEqual({});
  },
);

test('roles that were allowed are given, and who got them is in the audit log by subject', async () => {
  const { database, run, write } = await prepareCommands();
  const file = await write({ 'a.csv': `${header}adrian,administrator\nmia,student\n` });
  const outcome = await run('import-users', '--allow-roles', 'support, administrator', file);
  expect(outcome.code).toBe(0);
  expect(await rolesOf(database)).toEqual({ adrian: ['administrator'], mia: ['student'] });
  const entries = await database
    .selectFrom('aua.audit_log')
    .select(['subject', 'change', 'correlation_id'])
    .orderBy('at')
    .execute();
  expect(entries.map(({ subject }) => subject)).toEqual([null, 'adrian']);
  expect(entries[1]!.change).toMatchObject({ given: 'administrator' });
  expect(entries[1]!.correlation_id).toBe(entries[0]!.correlation_id);

  await run('import-users', '--allow-roles', 'administrator', file);
  expect(await database.selectFrom('aua.audit_log').selectAll().execute()).toHaveLength(2);
});

test('a role that nobody made is an error, though it was allowed', async () => {
  const { database, run, write } = await prepareCommands();
  const file = await write({ 'a.csv': `${header}mia,librarian\n` });
  const outcome = await run('import-users', '--allow-roles', 'librarian', file);
  expect(outcome.notes).toContain('a.csv, line 2, column role: there is no role "librarian"');
  expect(await subjectsOf(database)).toEqual([]);

  await database.insertInto('aua.roles').values({ role: 'librarian', description: '' }).execute();
  await run('import-users', '--allow-roles', 'librarian', file);
  expect(await rolesOf(database)).toEqual({ mia: ['librarian'] });
});

test.for([
  ['in one row', `${header}eve,support;teacher\n`],
  ['in one that is a pupil already', `${header}mia,support\n`],
])('nobody becomes support and a pupil: %s', async ([, content]) => {
  const { database, run, write } = await prepareCommands();
  await giveRole(database, 'mia', 'student');
  const outcome = await run(
    'import-users',
    '--allow-roles',
    'support',
    await write({ 'a.csv': content! }),
  );
  expect(outcome.notes).toContain(
    'a.csv, line 2, column role: "support" may not be held beside student or teacher',
  );
  expect(await rolesOf(database)).toEqual({ mia: ['student'] });
});

test('whoever is support is not made a teacher by a roster, which is told', async () => {
  const { database, run, write } = await prepareCommands();
  await giveRole(database, 'sofia', 'support');
  const file = await write({ 'a.csv': `${header}sofia,teacher\nthomas,teacher\n` });
  const outcome = await run('import-users', file);
  expect(await rolesOf(database)).toEqual({ sofia: ['support'], thomas: ['teacher'] });
  expect(outcome.output).toContain('1 roles: role teacher of who holds a role');
});

test('an application is no user', async () => {
  const { database, run, write } = await prepareCommands();
  await database.insertInto('aua.applications').values({ subject: 'shop' }).execute();
  const outcome = await run('import-users', await write({ 'a.csv': `${header}shop,teacher\n` }));
  expect(outcome.notes).toContain('a.csv, line 2, column subject: this is an application');
  expect(await rolesOf(database)).toEqual({});
});

test("another user's identity is not given away, but that of a linked subject is the same one's", async () => {
  const { database, run, write } = await prepareCommands();
  const identity = { identity_provider_identifier: 'BEOOK_1', external_id: 'm-1', groups: [] };
  await insertRows(database, 'aua.identities', { ...identity, subject: 'mia' });
  const file = await write({ 'a.csv': 'subject,external_id\neve,m-1\n' });
  const outcome = await run('import-users', file);
  expect(outcome.notes).toContain('a.csv, line 2, column external_id: is already the user "mia"');
  expect(await subjectsOf(database)).toEqual([]);

  await linkSubject(database, 'mia', 'eve');
  expect((await run('import-users', file)).code).toBe(0);
});
