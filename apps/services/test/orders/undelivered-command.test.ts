import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { prepareCommands } from '../commands/commands.ts';
import { insertRows } from '../rows.ts';
import type { Database } from '../../src/index.ts';

const delivery = async (database: Database, change: object = {}) => {
  const delivery_id = randomUUID();
  await insertRows(database, 'osc.deliveries', {
    delivery_id,
    notification_id: randomUUID(),
    place: 0,
    order_system_identifier: 'IAPROS1',
    subject: 'mia',
    change: JSON.stringify({ change_type: 'USER_CHANGED' }),
    attempts: 10,
    last_attempt_at: new Date(),
    last_failure: 'answered with status 503',
    given_up_at: new Date(),
    ...change,
  });
  return delivery_id;
};
const delivered = { delivered_at: new Date(), given_up_at: null, last_failure: null };

const jobsOf = async (database: Database) => {
  const { rows } = await sql<{ data: { delivery_id: string; attempts: string } }>`
    select data from jobs.job where name like 'order-notifications-%'
  `.execute(database);
  return rows.map(({ data }) => `${data.delivery_id} ${data.attempts}`).sort();
};

describe('lectern notifications', () => {
  test('lists what has not arrived, with attempts and the last failure', async () => {
    const { database, run } = await prepareCommands();
    expect(await run('notifications')).toEqual({
      code: 0,
      output: 'Every notification has arrived.\n',
      notes: '',
    });
    const created_at = new Date('2026-11-21T09:30:00Z');
    const waiting = await delivery(database, { attempts: 1, given_up_at: null });
    const oldest = await delivery(database, { created_at });
    await delivery(database, delivered);
    const { code, output, notes } = await run('notifications');
    expect({ code, notes }).toEqual({ code: 0, notes: '' });
    const [first, second, ...others] = output.trimEnd().split('\n');
    expect(first).toBe(
      `${oldest}  IAPROS1  2026-11-21T09:30:00.000Z  10 attempts  given up  answered with status 503`,
    );
    expect(second).toMatch(new RegExp(`^${waiting} .* 1 attempt  waiting  answered`));
    expect(others).toEqual([]);
    expect(output).not.toContain('mia');
  });

  test('sends one again, from its first attempt on', async () => {
    const { database, run } = await prepareCommands();
    const [stuck, other] = [await delivery(database), await delivery(database)];
    expect(await run('notifications', '--send-again', stuck)).toEqual({
      code: 0,
      output: '1 notification will be sent again.\n',
      notes: '',
    });
    expect(await jobsOf(database)).toEqual([`${stuck} 0`]);
    const rows = await database
      .selectFrom('osc.deliveries')
      .select(['delivery_id', 'attempts', 'given_up_at'])
      .execute();
    expect(rows).toContainEqual({ delivery_id: stuck, attempts: 0, given_up_at: null });
    expect(rows).toContainEqual(expect.objectContaining({ delivery_id: other, attempts: 10 }));
    const audit = await database.selectFrom('aua.audit_log').selectAll().execute();
    expect(audit).toMatchObject([
      { call: 'command:notifications', change: { send_again: stuck, count: 1 } },
    ]);
  });

  test('sends all again that have not arrived', async () => {
    const { database, run } = await prepareCommands();
    const ids = [await delivery(database), await delivery(database, { given_up_at: null })];
    await delivery(database, delivered);
    expect((await run('notifications', '--send-again', 'all')).output).toBe(
      '2 notifications will be sent again.\n',
    );
    expect(await jobsOf(database)).toEqual(ids.map((id) => `${id} 0`).sort());
  });

  test('what has arrived, is unknown or no id is refused', async () => {
    const { database, run } = await prepareCommands();
    const arrived = await delivery(database, delivered);
    for (const id of [arrived, randomUUID()]) {
      const outcome = await run('notifications', '--send-again', id);
      expect(outcome).toMatchObject({
        code: 1,
        notes: `No undelivered notification has the id ${id}.\n`,
      });
    }
    expect(await run('notifications', '--send-again', 'some')).toMatchObject({ code: 2 });
    expect(await run('notifications', '--resend')).toMatchObject({ code: 2 });
    expect(await run('notifications', 'all')).toMatchObject({ code: 2 });
    expect(await jobsOf(database)).toEqual([]);
  });
});
