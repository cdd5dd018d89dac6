import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { subjectDataByService } from '../../src/handlers.ts';
import type { Database } from '../../src/index.ts';
import { joinNewGroup } from '../groups/new-group.ts';
import { subjectOfPrimaryIssuer } from '../../src/authorization/primary-subjects.ts';
import { giveRole, linkSubject } from '../platform.ts';
import { prepareCommands } from './commands.ts';
import { insertStatements } from '../learning-records/insert-statements.ts';
import { commandWaits, openTransaction } from './locks.ts';

const main = fileURLToPath(new URL('../../src/commands/main.ts', import.meta.url));

/** A row in every kind of data, for a person and for somebody else. */
async function storeSomething(database: Database): Promise<void> {
  for (const subject of ['mia', 'ben']) {
    const secret = `${subject}-daten`;
    await database
      .insertInto('aua.users')
      .values({ subject, given_name: secret, email: `${subject}@schule.example` })
      .execute();
    await giveRole(database, subject, 'student');
    await joinNewGroup(database, subject, `group-of-${secret}`);
    const statement = { result: { response: `«${secret}»\n"quoted"` } };
    await insertStatements(database, [{ subject, dto_id: secret, statement }]);
  }
}

test('all that the services keep of a person, and nothing of others', async () => {
  const { database, run } = await prepareCommands();
  await storeSomething(database);
  const { code, output, notes } = await run('export-user', 'mia');

  expect({ code, notes }).toEqual({ code: 0, notes: '' });
  expect(output).not.toContain('ben');
  const { subject, exported_at, data } = JSON.parse(output);
  expect(subject).toBe('mia');
  expect(Date.parse(exported_at)).toBeLessThanOrEqual(Date.now());
  expect(Object.keys(data)).toEqual(['mia']);
  expect(Object.keys(data.mia)).toEqual(Object.keys(subjectDataByService([])));
  expect(data.mia.aua['aua.users']).toMatchObject([{ given_name: 'mia-daten' }]);
  expect(data.mia.aua['aua.user_roles']).toEqual([{ role: 'student' }]);
  expect(data.mia.gres['gres.members']).toMatchObject([{ group_id: 'group-of-mia-daten' }]);
  expect(data.mia.lars['lars.statements']).toMatchObject([
    { statement: { result: { response: '«mia-daten»\n"quoted"' } } },
  ]);
});

test('who was linked is exported with all their subjects, by any of them', async () => {
  const { database, run } = await prepareCommands();
  await storeSomething(database);
  await linkSubject(database, 'mia', 'ben');
  const byOld = JSON.parse((await run('export-user', 'mia')).output);
  const byNew = JSON.parse((await run('export-user', 'ben')).output);
  expect(byOld.subject).toBe('ben');
  expect(Object.keys(byOld.data)).toEqual(['ben', 'mia']);
  // That there was a first export is in the second one.
  for (const { data } of [byOld, byNew]) delete data.ben.aua['aua.audit_log'];
  expect(byOld.data).toEqual(byNew.data);
});

test('a person is named as the identity provider does', async () => {
  const { database, run } = await prepareCommands();
  const subject = subjectOfPrimaryIssuer('Müller');
  await database.insertInto('aua.users').values({ subject }).execute();
  const { output } = await run('export-user', 'Müller');
  expect(JSON.parse(output)).toMatchObject({ subject });
});

test('somebody is told who exported what', async () => {
  const { database, run } = await prepareCommands();
  await storeSomething(database);
  await run('export-user', 'mia');
  const entries = await database.selectFrom('aua.audit_log').selectAll().execute();
  expect(entries).toMatchObject([
    { kind: 'acting-for', call: 'command:export-user', subject: 'mia' },
  ]);
});

test('a file is made for its owner alone, and never replaced', async () => {
  const { database, folder, run, write } = await prepareCommands();
  await storeSomething(database);
  const file = join(folder, 'mia.json');
  expect(await run('export-user', 'mia', '--output', file)).toEqual({
    code: 0,
    output: '',
    notes: '',
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(file, 'utf8')).subject).toBe('mia');

  const other = await write({ 'other.txt': 'mine' });
  const outcome = await run('export-user', 'mia', '--output', other);
  expect(outcome.code).toBe(1);
  expect(outcome.notes).toContain('EEXIST');
  expect(await readFile(other, 'utf8')).toBe('mine');
});

test('a subject of which nothing is kept is an error, and leaves no file and no trace', async () => {
  const { database, folder, run } = await prepareCommands();
  const file = join(folder, 'nobody.json');
  const outcome = await run('export-user', "nobody'; --", '--output', file);
  expect(outcome).toMatchObject({ code: 1, output: '' });
  expect(outcome.notes).toContain("Nothing is stored about the subject nobody'; --.");
  await expect(stat(file)).rejects.toThrow('ENOENT');
  expect(await database.selectFrom('aua.audit_log').selectAll().execute()).toEqual([]);
});

test.for<['head' | 'a full disk', number, string]>([
  ['head', 141, ''],
  ['a full disk', 1, 'The output cannot be written: ENOSPC'],
])('an export ends where its output does, as with %s', async ([reader, code, notes]) => {
  const { database, databaseUrl } = await prepareCommands();
  const values = Array.from({ length: 300 }, () => ({
    subject: 'mia',
    statement: { text: 'x'.repeat(4_000) },
  }));
  await insertStatements(database, values);
  // The disk without room (Linux).
  const output = reader === 'head' ? 'pipe' : await open('/dev/full', 'w');
  const command = spawn(process.execPath, [main, 'export-user', 'mia'], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: databaseUrl,
    },
    stdio: ['ignore', output === 'pipe' ? output : output.fd, 'pipe'],
  });
  const ended = once(command, 'close');
  command.stdout?.once('data', () => command.stdout?.destroy());
  const errors = await text(command.stderr!);
  expect({ code: (await ended)[0], notes: errors.slice(0, notes.length || undefined) }).toEqual({
    code,
    notes,
  });
  if (output !== 'pipe') await output.close();
});

test('an export is of one point in time', async () => {
  const { database, run } = await prepareCommands();
  await storeSomething(database);
  // The services are asked in turn; the first one has to wait until the others have changed.
  const changing = await openTransaction(database);
  await sql`lock table gres.members in access exclusive mode`.execute(changing);
  const exporting = run('export-user', 'mia');
  await commandWaits(database);
  await changing.deleteFrom('gres.members').where('subject', '=', 'mia').execute();
  await changing.deleteFrom('aua.users').where('subject', '=', 'mia').execute();
  await changing.commit().execute();

  const { data } = JSON.parse((await exporting).output);
  expect(data.mia.aua['aua.users']).toHaveLength(1);
  expect(data.mia.gres['gres.members']).toHaveLength(1);
});
