import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSubjectDirectory } from '../../src/authorization/subject-directory.ts';
import type { Database } from '../../src/index.ts';
import { lockSubjectLinks } from '../../src/users/subject-links.ts';
import { subjectOfPrimaryIssuer } from '../../src/authorization/primary-subjects.ts';
import { linkSubject } from '../platform.ts';
import { prepareCommands } from './commands.ts';
import { commandWaits, openTransaction } from './locks.ts';
import { insertRows } from '../rows.ts';

const issuer = 'https://login.example';

async function prepareLinks() {
  const prepared = await prepareCommands();
  const { database } = prepared;
  await database
    .insertInto('aua.users')
    .values(['old', 'new'].map((subject) => ({ subject })))
    .execute();
  await database
    .insertInto('aua.subject_links')
    .values(['old', 'older'].map((from_subject) => ({ from_subject, to_subject: 'new' })))
    .execute();
  return prepared;
}

/** Owner of a token with this sub. */
const ownerOf = async (database: Database, sub: string) =>
  (
    await createSubjectDirectory(database, issuer).subjectOf({
      issuer,
      sub,
      clientId: 'shell',
      claims: {},
    })
  ).subject;

const entriesOf = (database: Database) =>
  database.selectFrom('aua.audit_log').select(['kind', 'call', 'subject', 'change']).execute();

test('a subject is itself again; others stay linked, and the data stays where it is', async () => {
  const { database, run } = await prepareLinks();
  await insertRows(database, 'aua.properties', { subject: 'new', key: 'theme', value: 'moved' });
  expect(await ownerOf(database, 'old')).toBe('new');
  expect(await run('unlink-user', 'old')).toEqual({
    code: 0,
    output: 'old no longer leads to new.\n',
    notes: '',
  });
  expect(await ownerOf(database, 'old')).toBe('old');
  expect(await ownerOf(database, 'older')).toBe('new');
  expect(
    await database.selectFrom('aua.properties').select(['subject', 'value']).execute(),
  ).toEqual([{ subject: 'new', value: 'moved' }]);
  expect(await entriesOf(database)).toMatchObject([
    {
      kind: 'change',
      call: 'command:unlink-user',
      subject: 'old',
      change: { to_subject: 'new', operator: expect.any(String) },
    },
  ]);
});

test('a subject is named as the identity provider does', async () => {
  const { database, run } = await prepareLinks();
  const from_subject = subjectOfPrimaryIssuer('Müller');
  await linkSubject(database, from_subject, 'new');
  const { output } = await run('unlink-user', 'Müller');
  expect(output).toBe('Müller no longer leads to new.\n');
  expect(await ownerOf(database, from_subject)).toBe(from_subject);
});

test('again, or of nobody, it changes nothing and leaves no entry', async () => {
  const { database, run } = await prepareLinks();
  await run('unlink-user', 'old');
  for (const subject of ['old', 'new', 'nobody']) {
    expect(await run('unlink-user', subject)).toEqual({
      code: 0,
      output: `${subject} leads to no other subject. Nothing had to change.\n`,
      notes: '',
    });
  }
  expect(await entriesOf(database)).toHaveLength(1);
});

test.each([
  ['the target is being erased', { subject: 'new', kind: 'erase', to_subject: null }],
  ['its own data is still being moved', { subject: 'old', kind: 'move', to_subject: 'new' }],
  [
    'another’s data is being moved to the target',
    { subject: 'x', kind: 'move', to_subject: 'new' },
  ],
] as const)('it is refused while %s', async (_case, job) => {
  const { database, run } = await prepareLinks();
  await database
    .insertInto('aua.subject_jobs')
    .values({ ...job, job_id: randomUUID(), requested_by: 'test', correlation_id: 'test' })
    .execute();
  const outcome = await run('unlink-user', 'old');
  expect(outcome).toMatchObject({ code: 1, output: '' });
  expect(outcome.notes).toContain('is being moved or erased');
  expect(await ownerOf(database, 'old')).toBe('new');
  expect(await entriesOf(database)).toEqual([]);

  await database.updateTable('aua.subject_jobs').set({ swept_at: new Date() }).execute();
  expect(await run('unlink-user', 'old')).toMatchObject({ code: 0 });
  expect(await ownerOf(database, 'old')).toBe('old');
});

test('it waits for links and erasures that are just being decided', async () => {
  const { database, run } = await prepareLinks();
  const deciding = await openTransaction(database);
  await lockSubjectLinks(deciding, 'exclusive');
  const unlinking = run('unlink-user', 'old');
  await commandWaits(database);
  await insertRows(deciding, 'aua.subject_jobs', {
    subject: 'new',
    kind: 'erase',
    to_subject: null,
    job_id: randomUUID(),
    requested_by: 'test',
    correlation_id: 'test',
  });
  await deciding.commit().execute();
  expect(await unlinking).toMatchObject({ code: 1 });
});
