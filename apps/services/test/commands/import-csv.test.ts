import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { subjectOfFurtherIssuer } from '../../src/storage/subject-names.ts';
import { linkSubject } from '../platform.ts';
import { prepareCommands } from './commands.ts';
import { groupsOf, rolesOf, subjectsOf, userOf } from './stored.ts';
import { insertRows } from '../rows.ts';

const header = 'subject,given_name,family_name,email,locale,role,external_id,class,class_role\n';

test('users with their names, roles, identities and classes', async () => {
  const { database, run, write } = await prepareCommands();
  const file = await write({
    'schule.csv':
      header +
      'mia,Mia,Keller,mia@schule.example,de-CH,student,m-1,5b,\n' +
      'thomas,Thomas,"Berger, Dr. ""Tom""",,,teacher,,5b; Chor ,\n' +
      'lea,,,,,,,Chor,leader\n',
  });
  const outcome = await run('import-users', '--source', '4711', file);

  expect(outcome).toMatchObject({ code: 0, notes: '' });
  expect(await userOf(database, 'mia')).toEqual({
    given_name: 'Mia',
    family_name: 'Keller',
    email: 'mia@schule.example',
    locale: 'de-CH',
  });
  expect((await userOf(database, 'thomas')).family_name).toBe('Berger, Dr. "Tom"');
  expect(await rolesOf(database)).toEqual({ mia: ['student'], thomas: ['teacher'] });
  expect(await groupsOf(database)).toEqual({
    '5b': { mia: 'member', thomas: 'leader' },
    Chor: { lea: 'leader', thomas: 'leader' },
  });
  expect(await database.selectFrom('aua.identities').selectAll().execute()).toMatchObject([
    { subject: 'mia', identity_provider_identifier: 'BEOOK_1', external_id: 'm-1', groups: [] },
  ]);
  expect(await database.selectFrom('aua.identity_providers').selectAll().execute()).toEqual([
    { identity_provider_identifier: 'BEOOK_1' },
  ]);
  expect(outcome.output).toContain('users       3 created, 0 changed, 0 unchanged');
  expect(outcome.output).toContain('memberships 4 created, 0 changed, 0 removed, 0 unchanged');
});

test('the audit log has one entry for an import, which its output names, and none for a repetition', async () => {
  const { database, run, write } = await prepareCommands();
  const file = await write({ 'schule.csv': `${header}mia,Mia,,,,student,m-1,5b,\n` });
  const first = await run('import-users', '--source', '4711', file);
  const second = await run('import-users', '--source', '4711', file);

  expect(second.output).toContain('users       0 created, 0 changed, 1 unchanged');
  expect(second.output).toContain('Nothing had to change.');
  const entries = await database.selectFrom('aua.audit_log').selectAll().execute();
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({
    kind: 'change',
    call: 'command:import-users',
    token_subject: null,
    subject: null,
    change: {
      file: 'schule.csv',
      format: 'csv',
      source: '4711',
      users: { created: 1, changed: 0 },
    },
  });
  expect(first.output).toContain(entries[0]!.correlation_id);
});

test('a later file changes what it says, and nothing that it does not name', async () => {
  const { database, run, write } = await prepareCommands();
  const before = await write({
    'a.csv': `${header}mia,Mia,Keller,mia@schule.example,,student,,5b,\nben,Ben,,,,student,,5b,\n`,
  });
  await run('import-users', '--source', '4711', before);
  const after = await write({ 'b.csv': `${header}mia,Maria,,,,teacher,,5b,\n` });
  const outcome = await run('import-users', '--source', '4711', after);

  expect(await userOf(database, 'mia')).toMatchObject({
    given_name: 'Maria',
    family_name: 'Keller',
    email: 'mia@schule.example',
  });
  expect(await rolesOf(database)).toEqual({ ben: ['student'], mia: ['student', 'teacher'] });
  expect(await groupsOf(database)).toEqual({ '5b': { ben: 'member', mia: 'leader' } });
  expect(outcome.output).toContain('users       0 created, 1 changed, 0 unchanged');
  expect(outcome.output).toContain('memberships 0 created, 1 changed, 0 removed, 0 unchanged');
});

test('semicolons, a byte order mark, CRLF, umlauts and empty rows of a spreadsheet', async () => {
  const { database, run, write } = await prepareCommands();
  const file = await write({
    'excel.csv':
      '\u{feff}subject;given_name;class;role\r\nmia; Zoë ;"5b;Chor";student\r\n;;;\r\n\r\njs;Jürg;;',
  });
  const outcome = await run('import-users', '--source', '4711', file);

  expect(outcome.notes).toBe('');
  expect(await userOf(database, 'mia')).toMatchObject({ given_name: 'Zoë' });
  expect(await userOf(database, 'js')).toMatchObject({ given_name: 'Jürg' });
  expect(await groupsOf(database)).toEqual({ '5b': { mia: 'member' }, Chor: { mia: 'member' } });
});

test('a row for each class of a person is one person in all of them', async () => {
  const { database, run, write } = await prepareCommands();
  const rows = [
    'mia,Mia,Keller,,,student,m-1,5b,',
    'ben,Ben,Frei,,,student,,5b,',
    'mia,Mia,Keller,,,student,m-1,5c,',
    'mia,Mia,Keller,,,,m-1,Chor,leader',
  ];
  const file = await write({ 'a.csv': `${header}${rows.join('\n')}\n` });
  const outcome = await run('import-users', '--source', '4711', file);
  expect(outcome).toMatchObject({ code: 0, notes: '' });
  expect(outcome.output).toContain('users       2 created, 0 changed, 0 unchanged');
  expect(await rolesOf(database)).toEqual({ ben: ['student'], mia: ['student'] });
  expect(await groupsOf(database)).toEqual({
    '5b': { ben: 'member', mia: 'member' },
    '5c': { mia: 'member' },
    Chor: { mia: 'leader' },
  });
  expect((await run('import-users', '--source', '4711', file)).output).toContain(
    'Nothing had to change.',
  );
});

test('what the identity provider has said stays; what it left open is added', async () => {
  const { database, run, write } = await prepareCommands();
  await database
    .insertInto('aua.users')
    .values({ subject: 'mia', given_name: 'Maria', user_info_at: new Date() })
    .execute();
  const file = await write({ 'a.csv': `${header}mia,Mia,Keller,,,,,,\n` });
  await run('import-users', file);
  expect(await userOf(database, 'mia')).toMatchObject({
    given_name: 'Maria',
    family_name: 'Keller',
  });
  expect((await run('import-users', file)).output).toContain('Nothing had to change.');
});

test('the same class of two schools is two groups; without a word whose it is there is none', async () => {
  const { database, run, write } = await prepareCommands();
  const file = await write({ 'a.csv': `${header}mia,,,,,,,5b,\n` });
  const outcome = await run('import-users', file);
  expect(outcome).toMatchObject({ code: 1, output: '' });
  expect(outcome.notes).toContain('--source');
  expect(await subjectsOf(database)).toEqual([]);

  await run('import-users', '--source', '4711', file);
  await run('import-users', '--source', '4712', file);
  await run('import-users', '--source', '4712', '--provider', 'HEP_NOVU_1', file);
  const groups = await database.selectFrom('gres.groups').select(['name', 'provider_id']).execute();
  expect(groups.map(({ provider_id }) => provider_id).toSorted()).toEqual([
    'BEOOK_1',
    'BEOOK_1',
    'HEP_NOVU_1',
  ]);
});

test('a dry run says what would be done, and does nothing', async () => {
  const { database, run, write } = await prepareCommands();
  const file = await write({ 'a.csv': `${header}mia,,,,,student,,5b,\n` });
  const outcome = await run('import-users', '--dry-run', '--source', '4711', file);
  expect(outcome.code).toBe(0);
  expect(outcome.output).toContain('users       1 created');
  expect(outcome.output).toContain('dry run');
  expect(await subjectsOf(database)).toEqual([]);
  expect(await groupsOf(database)).toEqual({});
  expect(await database.selectFrom('aua.audit_log').selectAll().execute()).toEqual([]);
});

test('users of a further identity provider get the subjects that they sign in with', async () => {
  const { database, run, write } = await prepareCommands();
  const issuer = 'https://login.kanton.example';
  const file = await write({ 'a.csv': `${header}mia,Mia,,,,,m-1,,\n` });
  await run('import-users', '--issuer', issuer, file);
  expect(await subjectsOf(database)).toEqual([subjectOfFurtherIssuer(issuer, 'mia')]);
});

test('whoever was linked is the one they were linked to', async () => {
  const { database, run, write } = await prepareCommands();
  await linkSubject(database, 'mia-old', 'mia');
  const file = await write({
    'a.csv': `${header}mia-old,Alt,,,,teacher,,5b,\nmia,Neu,,,,,,5b,member\n`,
  });
  const outcome = await run('import-users', '--source', '4711', file);
  expect(outcome.code).toBe(0);
  expect(await subjectsOf(database)).toEqual(['mia']);
  expect(await userOf(database, 'mia')).toMatchObject({ given_name: 'Neu' });
  expect(await rolesOf(database)).toEqual({ mia: ['teacher'] });
  expect(await groupsOf(database)).toEqual({ '5b': { mia: 'leader' } });
});

test('whoever is just being erased or moved is left alone, and so is where the data goes', async () => {
  const { database, run, write } = await prepareCommands();
  const job = { requested_by: 'adrian', correlation_id: 'c', job_id: randomUUID() };
  await insertRows(database, 'aua.subject_jobs', [
    { ...job, subject: 'mia', kind: 'erase', to_subject: null },
    { ...job, subject: 'lea', kind: 'move', to_subject: 'lea-new' },
  ]);
  const file = await write({
    'a.csv': `${header}mia,,,,,teacher,,5b,\nlea-new,,,,,,,5b,\nben,,,,,,,5b,\n`,
  });
  const outcome = await run('import-users', '--source', '4711', file);
  expect(await subjectsOf(database)).toEqual(['ben']);
  expect(await rolesOf(database)).toEqual({});
  expect(await groupsOf(database)).toEqual({ '5b': { ben: 'member' } });
  expect(outcome.output).toContain('2 users: their data is being erased or moved');
  expect(outcome.output).toContain('2 enrolments: of a skipped user');
});
