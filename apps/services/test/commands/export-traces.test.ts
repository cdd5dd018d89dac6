import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { recordAudit } from '../../src/authorization/audit-log.ts';
import type { Database } from '../../src/index.ts';
import { linkSubject } from '../platform.ts';
import { prepareCommands } from './commands.ts';
import { commandWaits, openTransaction } from './locks.ts';
import { insertRows } from '../rows.ts';

/* Data of a person beside that of the services: links, moved data, and the audit log. */

const jobId = '00000000-0000-4000-8000-000000000001';

/** Mia, who was Mia's old account before; and Ben, with whom she has nothing to do. */
async function storeTraces(database: Database): Promise<void> {
  await insertRows(database, 'aua.users', [{ subject: 'mia' }, { subject: 'ben' }]);
  for (const [from, to] of [
    ['mia-old', 'mia'],
    ['ben-old', 'ben'],
  ] as const) {
    await linkSubject(database, from, to);
  }
  await insertRows(database, 'aua.subject_jobs', {
    subject: 'mia-old',
    job_id: jobId,
    kind: 'move',
    to_subject: 'mia',
    requested_by: 'mia',
    correlation_id: 'test',
  });
  const kept = { 'aua.properties': [{ key: 'theme', value: 'gave way' }] };
  await sql`
    insert into aua.subject_job_steps (subject, job_id, service, kept)
    values ('mia-old', ${jobId}, 'aua', ${JSON.stringify(kept)})
  `.execute(database);
  const call = '/lars/v1/data/get';
  for (const [correlationId, tokenSubject, subject, loginSubject] of [
    ['for-mia', 'sofia', 'mia', undefined],
    ['by-mia', 'mia', 'anna', undefined],
    ['by-the-old-login', 'mia', 'anna', 'mia-old'],
    ['for-ben', 'sofia', 'ben', undefined],
  ] as const) {
    await recordAudit(database, {
      kind: 'acting-for',
      call,
      tokenSubject,
      subject,
      loginSubject,
      correlationId,
    });
  }
  await recordAudit(database, {
    kind: 'change',
    call: '/aua/v1/user/link',
    tokenSubject: 'mia-old',
    subject: 'mia-old',
    correlationId: 'link',
    change: { to_subject: 'mia' },
  });
}

const idsOf = (entries: readonly { correlation_id: string; call: string }[]) =>
  entries.filter(({ call }) => !call.startsWith('command:')).map((entry) => entry.correlation_id);

test('who did what for a person, and what they did themselves, is exported', async () => {
  const { database, run } = await prepareCommands();
  await storeTraces(database);
  const { output } = await run('export-user', 'mia');
  const { data } = JSON.parse(output);
  const entries = data.mia.aua['aua.audit_log'];
  expect(idsOf(entries)).toEqual(['for-mia', 'by-mia', 'by-the-old-login', 'link']);
  const made = (entries as { made_by_subject: boolean }[]).map((entry) => entry.made_by_subject);
  expect(made.slice(0, 4)).toEqual([false, true, true, false]);
  // The export itself is on record before anything is read out.
  expect(entries.at(-1)).toMatchObject({ call: 'command:export-user' });
  expect(idsOf(data['mia-old'].aua['aua.audit_log'])).toEqual(['by-the-old-login', 'link']);
  // Other subjects of the entries, and their authors.
  for (const other of ['ben', 'sofia', 'anna']) expect(output).not.toContain(other);
});

test('links, moves and what gave way in them are exported', async () => {
  const { database, run } = await prepareCommands();
  await storeTraces(database);
  const { data } = JSON.parse((await run('export-user', 'mia-old')).output);
  expect(data.mia.aua).toMatchObject({
    'aua.subject_links': [{ from_subject: 'mia-old', to_subject: 'mia' }],
    'aua.subject_jobs': [{ kind: 'move', subject: 'mia-old', to_subject: 'mia' }],
    'aua.subject_job_steps': [{ kept: { 'aua.properties': [{ value: 'gave way' }] } }],
  });
});

test('more entries than are read at once are all there, each once', async () => {
  const { database, run } = await prepareCommands();
  await sql`
    insert into aua.audit_log (kind, call, subject, correlation_id)
    select 'acting-for', '/x', 'mia', n::text from generate_series(1, 2500) n
  `.execute(database);
  const { data } = JSON.parse((await run('export-user', 'mia')).output);
  const ids = idsOf(data.mia.aua['aua.audit_log']);
  expect(ids).toHaveLength(2500);
  expect(new Set(ids).size).toBe(2500);
});

test('an export that breaks off leaves no file', async () => {
  const { database, folder, run } = await prepareCommands();
  await storeTraces(database);
  const file = join(folder, 'mia.json');
  const holding = await openTransaction(database);
  await sql`lock table clag.local_store_items in access exclusive mode`.execute(holding);
  const exporting = run('export-user', 'mia', '--output', file);
  await commandWaits(database);
  await expect(access(file)).resolves.toBeUndefined();
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'lectern-command' and datname = current_database()
  `.execute(database);
  const outcome = await exporting;
  expect(outcome).toMatchObject({ code: 1, output: '' });
  expect(outcome.notes).toContain('The database does not answer');
  await expect(access(file)).rejects.toThrow('ENOENT');
});
