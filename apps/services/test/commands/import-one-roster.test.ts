import { beforeAll, expect, test } from 'vitest';
import { startBeforeAll } from '../platform.ts';
import { prepareCommands, startCommands } from './commands.ts';
import {
  bulk11,
  classes,
  enrollments,
  manifest,
  roles12,
  school11,
  school12,
  users11,
  users12,
} from './one-roster-samples.ts';
import { groupsOf, rolesOf, subjectsOf, userOf } from './stored.ts';
import { zipOfFiles } from './zip-archive.ts';
import { rowsOf } from '../rows.ts';

test.for([
  ['1.1', 'folder', school11, 'Mia'],
  ['1.1', 'zip', school11, 'Mia'],
  ['1.2', 'folder', school12, 'Mia'],
  ['1.2', 'zip', school12, 'Mia'],
] as const)('a school in OneRoster %s, as a %s', async ([, form, school, name]) => {
  const { database, folder, run, write } = await prepareCommands();
  const path =
    form === 'zip'
      ? await write({ 'schule.zip': zipOfFiles(school) })
      : (await write(school), folder);
  const outcome = await run('import-users', path);

  expect(outcome).toMatchObject({ code: 0, notes: '' });
  expect(await subjectsOf(database)).toEqual(['u-ben', 'u-mia', 'u-thomas']);
  expect(await userOf(database, 'u-mia')).toEqual({
    given_name: name,
    family_name: 'Keller',
    email: 'mia@schule.example',
    locale: null,
  });
  expect(await rolesOf(database)).toEqual({
    'u-ben': ['student'],
    'u-mia': ['student'],
    'u-thomas': ['teacher'],
  });
  expect(await groupsOf(database)).toEqual({
    'Klasse 5b': { 'u-ben': 'member', 'u-mia': 'member', 'u-thomas': 'leader' },
  });
  // Administrators of a school administrate nothing here; parents are not kept.
  expect(outcome.output).toMatch(/1 users: role (site)?[aA]dministrator/);
  expect(outcome.output).toContain('1 users: role parent');

  const again = await run('import-users', path);
  expect(again.output).toContain('Nothing had to change.');
  expect(await database.selectFrom('aua.audit_log').selectAll().execute()).toHaveLength(1);
});

test('a school of which nobody is taken over is not imported', async () => {
  const { database, run, write } = await prepareCommands();
  const nobody = {
    ...school11,
    'users.csv': users11('u-mia,,,false,s1,student,mia.keller,,Mia,Keller,,P-1,,,,,5,x'),
    'classes.csv': classes('c-5b,tobedeleted,,Klasse 5b,5,k1,5b,homeroom,,s1,t1,,,'),
    'enrollments.csv': enrollments('e2,,,c-5b,s1,u-mia,student,,,'),
  };
  const { code, notes } = await run(
    'import-users',
    await write({ 'schule.zip': zipOfFiles(nobody) }),
  );
  expect(code).toBe(1);
  expect(notes).toContain('because every user is skipped:\n  1 users: enabledUser false');
  expect(await groupsOf(database)).toEqual({});
});

test('both versions lead to the same users and groups', async () => {
  const { run, write } = await prepareCommands();
  await run('import-users', await write({ '1.1.zip': zipOfFiles(school11) }));
  const outcome = await run('import-users', await write({ '1.2.zip': zipOfFiles(school12) }));
  expect(outcome.output).toContain('Nothing had to change.');
});

test('a class that is called otherwise is the same group', async () => {
  const { database, run, write } = await prepareCommands();
  await run('import-users', await write({ 'a.zip': zipOfFiles(school11) }));
  const groupId = () =>
    database.selectFrom('gres.groups').select('group_id').executeTakeFirstOrThrow();
  const before = await groupId();
  const renamed = {
    ...school11,
    'classes.csv': classes('c-5b,,,Klasse 6b,6,k1,6b,homeroom,,s1,t1,,,'),
  };
  const outcome = await run('import-users', await write({ 'b.zip': zipOfFiles(renamed) }));
  expect(outcome.output).toContain('classes     0 created, 1 changed, 0 unchanged');
  expect(await groupId()).toEqual(before);
  expect(Object.keys(await groupsOf(database))).toEqual(['Klasse 6b']);
});

test('the subject is the column that the identity provider gives', async () => {
  const { database, run, write } = await prepareCommands();
  const path = await write({ 'a.zip': zipOfFiles(school11) });
  await run('import-users', '--subject', 'username', path);
  expect(await subjectsOf(database)).toEqual(['ben.frei', 'mia.keller', 'thomas.berger']);
  expect(await groupsOf(database)).toEqual({
    'Klasse 5b': { 'ben.frei': 'member', 'mia.keller': 'member', 'thomas.berger': 'leader' },
  });
  const identities = await rowsOf(database, 'aua.identities').get('subject', 'external_id');
  expect(identities.every(({ subject, external_id }) => subject === external_id)).toBe(true);

  const byEmail = await run('import-users', '--subject', 'email', path);
  expect(byEmail.notes).toContain('users.csv, line 3, column email: is empty');
});

test('of whatever else a school knows, a password above all, nothing is stored', async () => {
  const { database, run, write } = await prepareCommands();
  await run('import-users', await write({ 'a.zip': zipOfFiles(school11) }));
  const stored = JSON.stringify([
    await database.selectFrom('aua.users').selectAll().execute(),
    await database.selectFrom('aua.identities').selectAll().execute(),
    await database.selectFrom('aua.properties').selectAll().execute(),
    await database.selectFrom('aua.audit_log').selectAll().execute(),
  ]);
  expect(stored).toContain('Keller');
  expect(stored).not.toContain('geheim');
  expect(stored).not.toContain('+4179');
  expect(stored).not.toContain('eva');
});

test('who may not sign in, and enrolments of other times and roles, are left out', async () => {
  const { database, run, write } = await prepareCommands();
  const path = await write({
    'a.zip': zipOfFiles({
      ...school11,
      'users.csv': users11(
        'u-mia,,,true,s1,student,mia,,Mia,Keller,,,,,,,,',
        'u-ben,,,false,s1,student,ben,,Ben,Frei,,,,,,,,',
        'u-thomas,,,true,s1,aide,thomas,,Thomas,Berger,,,,,,,,',
        'u-head,,,true,s1,administrator,rita,,Rita,Moor,,,,,,,,',
      ),
      'enrollments.csv': enrollments(
        'e1,,,c-5b,s1,u-mia,student,,,',
        'e2,,,c-5b,s1,u-mia,proctor,,,',
        'e3,,,c-5b,s1,u-ben,student,,,',
        'e4,,,c-5b,s1,u-thomas,student,,2001-08-01,2002-07-31',
        'e5,,,c-5b,s1,u-thomas,teacher,,2998-08-01,2999-07-31',
        'e6,,,c-5b,s1,u-head,teacher,,,',
      ),
    }),
  });
  const { output } = await run('import-users', path);
  expect(await rolesOf(database)).toEqual({
    // A teacher of a class is a teacher, whatever else.
    'u-head': ['teacher'],
    'u-mia': ['student'],
    'u-thomas': ['teacher'],
  });
  expect(await groupsOf(database)).toEqual({
    'Klasse 5b': { 'u-head': 'leader', 'u-mia': 'member' },
  });
  expect(output).toContain('1 users: enabledUser false');
  expect(output).toContain('1 roles: role administrator');
  expect(output).toContain('2 enrolments: today is not between beginDate and endDate');
  expect(output).toContain('1 enrolments: role proctor');
  expect(output).toContain('1 enrolments: of a skipped user');
});

test('a bulk file that leaves somebody out removes nobody', async () => {
  const { database, run, write } = await prepareCommands();
  await run('import-users', await write({ 'a.zip': zipOfFiles(school11) }));
  const before = [await subjectsOf(database), await rolesOf(database), await groupsOf(database)];
  const path = await write({
    'b.zip': zipOfFiles({
      'manifest.csv': manifest('1.1', bulk11),
      'users.csv': users11('u-mia,,,true,s1,student,mia.keller,,Mia,Keller,,P-1,,,,,,'),
      'classes.csv': classes(),
      'enrollments.csv': enrollments(),
    }),
  });
  expect((await run('import-users', path)).output).toContain('Nothing had to change.');
  expect([await subjectsOf(database), await rolesOf(database), await groupsOf(database)]).toEqual(
    before,
  );
});

const now = '2026-11-21T09:30:00.000Z';

test('a delta adds, changes, and removes memberships; persons and classes stay', async () => {
  const { database, run, write } = await prepareCommands();
  await run('import-users', await write({ 'a.zip': zipOfFiles(school12) }));
  const path = await write({
    'delta.zip': zipOfFiles({
      'manifest.csv': manifest('1.2', {
        users: 'delta',
        roles: 'delta',
        classes: 'delta',
        enrollments: 'delta',
      }),
      'users.csv': users12(
        `u-mia,active,${now},true,mia.keller,,Maria,Keller-Frei,,P-1,,,,,5,,,,Mia,,,s1,`,
        `u-ben,tobedeleted,${now},true,ben.frei,,Ben,Frei,,P-2,,,,,5,,,,,,,s1,`,
        `u-lea,active,${now},true,lea.wyss,,Lea,Wyss,,P-3,,,,,5,,,,,,,s1,`,
      ),
      'roles.csv': roles12(
        `r7,active,${now},u-lea,primary,student,,,s1,`,
        `r1,tobedeleted,${now},u-mia,primary,student,,,s1,`,
        `r8,active,${now},u-mia,secondary,aide,,,s1,`,
      ),
      'classes.csv': classes(`c-5c,active,${now},Klasse 5c,5,k1,5c,homeroom,,s1,t1,,,`),
      'enrollments.csv': enrollments(
        `e3,tobedeleted,${now},c-5b,s1,u-ben,student,,,`,
        `e4,active,${now},c-5b,s1,u-lea,student,,,`,
        `e5,active,${now},c-5c,s1,u-thomas,teacher,,,`,
        // Came back: what stays wins over what goes.
        `e2,tobedeleted,${now},c-5b,s1,u-mia,student,,,`,
        `e6,active,${now},c-5b,s1,u-mia,student,,,`,
        // Was never there.
        `e9,tobedeleted,${now},c-0,s1,u-nobody,student,,,`,
      ),
    }),
  });
  const { code, output } = await run('import-users', path);

  expect(code).toBe(0);
  expect(await subjectsOf(database)).toEqual(['u-ben', 'u-lea', 'u-mia', 'u-thomas']);
  expect((await userOf(database, 'u-mia')).family_name).toBe('Keller-Frei');
  expect(await rolesOf(database)).toEqual({
    'u-ben': ['student'],
    'u-lea': ['student'],
    'u-mia': ['student', 'teacher'],
    'u-thomas': ['teacher'],
  });
  expect(await groupsOf(database)).toEqual({
    'Klasse 5b': { 'u-lea': 'member', 'u-mia': 'member', 'u-thomas': 'leader' },
    'Klasse 5c': { 'u-thomas': 'leader' },
  });
  expect(output).toContain('memberships 2 created, 0 changed, 1 removed, 1 unchanged');
  expect(output).toContain('1 users: status tobedeleted, which an import does not follow');
  expect(output).toContain('1 roles: status tobedeleted, which an import does not follow');
  expect((await run('import-users', path)).output).toContain('Nothing had to change.');
});

const delta = (enrolment: string) => ({
  'manifest.csv': manifest('1.1', { users: 'absent', classes: 'absent', enrollments: 'delta' }),
  'enrollments.csv': enrollments(enrolment),
});
const broken: Readonly<Record<string, readonly [Readonly<Record<string, string>>, string]>> = {
  'an enrolment of nobody': [
    { ...school11, 'enrollments.csv': enrollments('e1,,,c-5b,s1,u-nobody,student,,,') },
    'enrollments.csv, line 2, column userSourcedId: "u-nobody" is not in the file',
  ],
  'an enrolment in no class': [
    { ...school11, 'enrollments.csv': enrollments('e1,,,c-9z,s1,u-mia,student,,,') },
    'enrollments.csv, line 2, column classSourcedId: "c-9z" is not in the file',
  ],
  'a role of nobody': [
    { ...school12, 'roles.csv': roles12('r1,,,u-nobody,primary,teacher,,,s1,') },
    'roles.csv, line 2, column userSourcedId: "u-nobody" is not in the file',
  ],
  'a delta for an unknown user': [
    delta(`e1,active,${now},c-5b,s1,u-nobody,student,,,`),
    'enrollments.csv, line 2, column userSourcedId: "u-nobody" is neither in the files nor a user',
  ],
  'a delta for an unknown class': [
    delta(`e1,active,${now},c-9z,s1,u-mia,student,,,`),
    'enrollments.csv, line 2, column classSourcedId: "c-9z" is neither in the files nor a group',
  ],
  'a user twice': [
    {
      ...school11,
      'users.csv': users11(
        'u-mia,,,true,s1,student,mia,,Mia,,,,,,,,,',
        'u-mia,,,true,s1,student,mia,,Maria,,,,,,,,,',
      ),
    },
    'users.csv, line 3, column sourcedId: the same as in line 2',
  ],
  'a class twice': [
    {
      ...school11,
      'classes.csv': classes('c-5b,,,5b,,,,,,,,,,', 'c-5b,,,5c,,,,,,,,,,'),
    },
    'classes.csv, line 3, column sourcedId: the same as in line 2',
  ],
  'a class of each of two schools': [
    { ...school11, 'classes.csv': classes('c-5b,,,5b,,,,,,s1,,,,', 'c-5b,,,5b,,,,,,s2,,,,') },
    'classes.csv, line 3, column sourcedId: the same as in line 2',
  ],
  'a status that there is not': [
    { ...school11, 'classes.csv': classes('c-5b,gone,,5b,,,,,,,,,,') },
    'classes.csv, line 2, column status: "gone" is not one of active, inactive, tobedeleted',
  ],
  'a class without a name': [
    { ...school11, 'classes.csv': classes('c-5b,,,,,,,,,,,,,') },
    'classes.csv, line 2, column title: is empty',
  ],
  'no date': [
    { ...school11, 'enrollments.csv': enrollments('e1,,,c-5b,s1,u-mia,student,,1.8.2026,') },
    'enrollments.csv, line 2, column beginDate: "1.8.2026" is not a date',
  ],
  'a NUL where somebody is to go': [
    { ...school11, 'users.csv': users11('u-mi\0a,tobedeleted,,true,s1,student,mia,,,,,,,,,,,') },
    'users.csv, line 2, column sourcedId: holds a line break',
  ],
  'no user': [{ 'users.csv': users11() }, 'there is no user in it'],
  'no file of OneRoster': [{ 'schueler.csv': users11() }, 'There is no users.csv'],
  'a word for a role that there is not': [
    { 'users.csv': users11('u-new,,,true,s1,Schülerin,new,,Mia,,,,,,,,,') },
    'every user is skipped:\n  1 users: role Schülerin',
  ],
  'no boolean': [
    { ...school11, 'users.csv': users11('u-mia,,,maybe,s1,student,mia,,Mia,,,,,,,,,') },
    'users.csv, line 2, column enabledUser: "maybe" is not one of true, false',
  ],
  'version 1.0': [
    { ...school11, 'manifest.csv': manifest('1.0', bulk11) },
    'manifest.csv says oneroster.version "1.0"',
  ],
  'a file that is not there': [
    { ...school11, 'manifest.csv': manifest('1.1', { ...bulk11, roles: 'bulk' }) },
    'manifest.csv names roles.csv, but it is not there',
  ],
  'columns of another version': [
    { ...school12, 'manifest.csv': manifest('1.1', bulk11) },
    'users.csv, line 1: lacks the column role',
  ],
};

/** Refused files leave nothing, so that all of them share a database. */
const refusing = startBeforeAll(startCommands);
beforeAll(async () => {
  // So that a delta has something to refer to.
  await refusing.run('import-users', await refusing.write({ 'a.zip': zipOfFiles(school11) }));
});

test.for(Object.entries(broken))('refused whole: %s', async ([, [files, reason]]) => {
  const { database, run, write } = refusing;
  const before = [await subjectsOf(database), await groupsOf(database)];
  const outcome = await run('import-users', await write({ 'b.zip': zipOfFiles(files) }));
  expect(outcome).toMatchObject({ code: 1, output: '' });
  expect(outcome.notes).toContain(reason);
  expect([await subjectsOf(database), await groupsOf(database)]).toEqual(before);
});

test('a delta refers to a person whose id fits no header', async () => {
  const { database, run, write } = await prepareCommands();
  const school = Object.entries(school11).map(([name, content]) => [
    name,
    content.replaceAll('u-mia', 'Müller'),
  ]);
  await run('import-users', await write({ 'a.zip': zipOfFiles(Object.fromEntries(school)) }));
  const path = await write({
    'b.zip': zipOfFiles(delta(`e1,tobedeleted,${now},c-5b,s1,Müller,student,,,`)),
  });
  expect((await run('import-users', path)).output).toContain('0 created, 0 changed, 1 removed');
  expect(await groupsOf(database)).toEqual({
    'Klasse 5b': { 'u-ben': 'member', 'u-thomas': 'leader' },
  });
});

test('a delta by another column than sourcedId must hold whom it names', async () => {
  const { run, write } = await prepareCommands();
  await run(
    'import-users',
    '--subject',
    'username',
    await write({ 'a.zip': zipOfFiles(school11) }),
  );
  const path = await write({
    'b.zip': zipOfFiles(delta(`e1,active,${now},c-5b,s1,u-mia,student,,,`)),
  });
  const outcome = await run('import-users', '--subject', 'username', path);
  expect(outcome.notes).toContain('line 2, column userSourcedId: "u-mia" is not in the file');
});

test('row 123: a class takes as many as it has room for, its teacher first; others are named, and go elsewhere', async () => {
  const { database, run, write } = await prepareCommands();
  const pupils = Array.from({ length: 501 }, (_, index) => `u-${index}`);
  const path = await write({
    'a.zip': zipOfFiles({
      ...school11,
      'classes.csv': classes(
        'c-5b,,,5b,5,k1,5b,homeroom,,s1,t1,,,',
        'c-5c,,,5c,5,k1,5c,homeroom,,s1,t1,,,',
      ),
      'users.csv': users11(
        ...pupils.map((id) => `${id},,,true,s1,student,${id},,,,,,,,,,,`),
        't,,,true,s1,teacher,t,,,,,,,,,,,',
      ),
      'enrollments.csv': enrollments(
        ...pupils.map((id) => `e${id},,,c-5b,s1,${id},student,,,`),
        'et,,,c-5b,s1,t,teacher,,,',
        'e5c,,,c-5c,s1,u-500,student,,,',
      ),
    }),
  });
  const outcome = await run('import-users', path);
  expect([outcome.code, outcome.notes]).toEqual([3, '']);
  expect(outcome.output).toContain(
    'a class can have no more than 500 members:\n  enrollments.csv, line 501: u-499\n  enrollments.csv, line 502: u-500\n',
  );
  const count = async (name: string) => {
    const rows = await database
      .selectFrom('gres.members')
      .innerJoin('gres.groups', 'gres.groups.group_id', 'gres.members.group_id')
      .select('gres.members.group_role')
      .where('name', '=', name)
      .execute();
    return [rows.length, rows.filter(({ group_role }) => group_role === 'leader').length];
  };
  expect([await count('5b'), await count('5c')]).toEqual([
    [500, 1],
    [1, 0],
  ]);
  expect((await run('import-users', path)).output).toContain('Nothing had to change, but for 2');
});
