import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { pruneAuditLog } from '../../src/authorization/audit-log.ts';
import type { Database } from '../../src/index.ts';
import { prepareCommands } from './commands.ts';
import { rowsOf } from '../rows.ts';

/** A date so many years ago, as the command takes it. */
function yearsAgo(years: number): string {
  const date = new Date();
  date.setUTCFullYear(date.getUTCFullYear() - years);
  return date.toISOString().slice(0, 10);
}

async function storeEntries(database: Database): Promise<void> {
  await sql`
    insert into aua.audit_log (kind, call, correlation_id, at) values
      ('refusal', '/x', 'four years', now() - interval '4 years'),
      ('refusal', '/x', 'three years', now() - interval '3 years'),
      ('refusal', '/x', 'thirteen months', now() - interval '13 months'),
      ('refusal', '/x', 'eleven months', now() - interval '11 months'),
      ('refusal', '/x', 'now', now())
  `.execute(database);
}

const entriesOf = (database: Database) =>
  rowsOf(database, 'aua.audit_log', {}, 'at').get('call', 'correlation_id', 'change');
const keptBy = async (database: Database) =>
  (await entriesOf(database))
    .filter(({ call }) => call === '/x')
    .map((entry) => entry.correlation_id);

test('entries from before a date go, and one says so', async () => {
  const { database, run } = await prepareCommands();
  await storeEntries(database);
  const date = yearsAgo(2);
  expect(await run('prune-audit-log', date)).toEqual({
    code: 0,
    output: `2 entries from before ${date} removed.\n`,
    notes: '',
  });
  expect(await keptBy(database)).toEqual(['thirteen months', 'eleven months', 'now']);
  expect((await entriesOf(database)).at(-1)).toMatchObject({
    call: 'command:prune-audit-log',
    change: { before: `${date}T00:00:00.000Z`, removed: 2, operator: expect.any(String) },
  });
});

test('again it changes nothing and leaves no entry', async () => {
  const { database, run } = await prepareCommands();
  await storeEntries(database);
  await run('prune-audit-log', yearsAgo(2));
  const before = await entriesOf(database);
  const outcome = await run('prune-audit-log', yearsAgo(2));
  expect(outcome.output).toContain('Nothing had to change.');
  expect(await entriesOf(database)).toEqual(before);
});

test('entries of the last year stay, whatever date is named', async () => {
  const { database, run } = await prepareCommands();
  await storeEntries(database);
  const soon = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const lastYear = yearsAgo(0);
  for (const date of [soon, lastYear]) {
    expect(await run('prune-audit-log', date)).toMatchObject({ code: 2 });
  }
  expect(await keptBy(database)).toHaveLength(5);
  await database.transaction().execute((transaction) => pruneAuditLog(transaction, new Date()));
  expect(await keptBy(database)).toEqual(['eleven months', 'now']);
});

test('nothing goes by itself, nor younger entries by whoever knows the setting', async () => {
  const { database } = await prepareCommands();
  await storeEntries(database);
  const remove = (before: Date | undefined, where: ReturnType<typeof sql>) =>
    database.transaction().execute(async (transaction) => {
      const setting = before?.toISOString() ?? '';
      await sql`
        select set_config('lectern.audit_log_pruned_before', ${setting}, true)
      `.execute(transaction);
      await sql`delete from aua.audit_log where ${where}`.execute(transaction);
    });
  const old = sql`at < now() - interval '2 years'`;
  await expect(remove(undefined, old)).rejects.toThrow('append-only');
  await expect(remove(new Date(0), old)).rejects.toThrow('append-only');
  await expect(remove(new Date(), sql`correlation_id = 'eleven months'`)).rejects.toThrow(
    'append-only',
  );
  await expect(sql`truncate aua.audit_log`.execute(database)).rejects.toThrow('append-only');
  expect(await keptBy(database)).toHaveLength(5);
});
