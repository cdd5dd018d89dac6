import { builtInRoles } from '@lectern/contracts';
import { expect, test } from 'vitest';
import { prepareCommands } from '../commands/commands.ts';
import { rolesOf } from '../commands/stored.ts';
import { codeOf, linkSubject, makeBeforeAll, startBeforeAll } from '../platform.ts';
import { post, startAdministration } from './administration.ts';
import { insertRows, rowsOf } from '../rows.ts';

const administration = startBeforeAll(startAdministration);

const users = makeBeforeAll(() => administration.users);

const setRoles = (subject: string, ...role_names: string[]) =>
  users.userSetRoles({ body: { subject, role_names } });

/** A user to whom another account leads. */
async function makeLinked(subject: string) {
  await administration.makeUsers(subject);
  await linkSubject(administration.platform.database, `old-${subject}`, subject);
}

test('a user to whom another account leads becomes a teacher and nothing more', async () => {
  await makeLinked('lea');
  await expect(setRoles('lea', 'teacher')).resolves.toMatchObject({ role_names: ['teacher'] });
  for (const role of ['administrator', 'support', 'order-system']) {
    expect(await codeOf(setRoles('lea', role))).toBe('SUBJECT_LINKED');
  }
  await expect(users.userGetRoles({ body: { subject: 'lea' } })).resolves.toMatchObject({
    role_names: ['teacher'],
  });
});

test('nor does one whose data is just being moved, whichever end it is', async () => {
  await administration.makeUsers('from', 'to');
  await insertRows(administration.platform.database, 'aua.subject_jobs', {
    subject: 'from',
    job_id: '00000000-0000-4000-8000-000000000001',
    kind: 'move',
    to_subject: 'to',
    requested_by: 'from',
    correlation_id: 'test',
  });
  expect(await codeOf(setRoles('from', 'support'))).toBe('SUBJECT_LINKED');
  expect(await codeOf(setRoles('to', 'support'))).toBe('SUBJECT_LINKED');
});

test('power that is there can be taken away, in part, too', async () => {
  await makeLinked('sven');
  await administration.platform.database
    .insertInto('aua.user_roles')
    .values(['support', 'order-system'].map((role) => ({ subject: 'sven', role })))
    .execute();
  await expect(setRoles('sven', 'support')).resolves.toMatchObject({ role_names: ['support'] });
});

test('a role that such a user holds does not become more powerful, by neither call', async () => {
  await makeLinked('hans');
  await users.roleCreate({ body: { name: 'helper' } });
  await setRoles('hans', 'helper');
  const attach = (permission_name: string) =>
    codeOf(users.roleAttachPermission({ body: { role_name: 'helper', permission_name } }));
  const [ordinary] = builtInRoles.teacher;
  expect(await attach('user.manage')).toBe('SUBJECT_LINKED');
  expect(await attach(ordinary)).toBeUndefined();
  const permission_names = [ordinary, 'user.manage'];
  expect(
    await codeOf(users.roleSetPermissions({ body: { role_name: 'helper', permission_names } })),
  ).toBe('SUBJECT_LINKED');
  await setRoles('hans');
  expect(await attach('user.manage')).toBeUndefined();
  expect(await codeOf(setRoles('hans', 'helper'))).toBe('SUBJECT_LINKED');
});

test('who was never given a role holds that of students', async () => {
  await makeLinked('nora');
  const body = { role_name: 'student', permission_name: 'user.manage' };
  expect(await codeOf(users.roleAttachPermission({ body }))).toBe('SUBJECT_LINKED');
});

test('of a link and a role at once only one comes', async () => {
  const { platform, administrator, makeUsers } = administration;
  const other = await platform.anotherProcess();
  const [mia, ben] = [
    await platform.identityProvider.signIn('mia'),
    await platform.identityProvider.signIn('ben'),
  ];
  await makeUsers(mia.subject, ben.subject);
  for (let round = 0; round < 8; round++) {
    const outcomes = await Promise.all([
      post(platform.url, mia, '/user/link', { from_token: mia.token, to_token: ben.token }),
      post(other.url, administrator, '/user/setRoles', {
        subject: ben.subject,
        role_names: ['support'],
      }),
    ]);
    const codes = outcomes.map(([, code]) => code);
    expect([
      ['OK', 'SUBJECT_LINKED'],
      ['LINK_PRIVILEGED', 'OK'],
    ]).toContainEqual(codes);
    await rowsOf(platform.database, 'aua.subject_links', { to_subject: ben.subject }).delete();
    await rowsOf(platform.database, 'aua.user_roles', { subject: ben.subject }).delete();
  }
  await other.close();
});

test('a roster does not give one power either', async () => {
  const { database, run, write } = await prepareCommands();
  await linkSubject(database, 'old', 'eve');
  const powerful = await write({ 'a.csv': 'subject,role\nmia,support\nold,support\n' });
  const outcome = await run('import-users', '--allow-roles', 'support', powerful);
  expect(outcome.code).toBe(1);
  expect(outcome.notes).toContain(
    'a.csv, line 3, column role: "support" may do more than a teacher, and another account leads to this subject',
  );
  expect(await rolesOf(database)).toEqual({});

  const ordinary = await write({ 'b.csv': 'subject,role\nold,teacher\n' });
  expect((await run('import-users', ordinary)).code).toBe(0);
  expect(await rolesOf(database)).toEqual({ eve: ['teacher'] });
});
