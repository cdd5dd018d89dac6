import { contract, generalErrors, services } from '@lectern/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isDatabaseUnavailable } from '../src/storage/database.ts';
import { startTestProcess } from './process.ts';

const call = services.clag.base + contract.clag.localStoreItemGetForModel.path;
const body = JSON.stringify({
  course_id_dto: { course_id: 'c' },
  issue_id_dto: { issue_id: 'i' },
  exercise_dto: { exercise_id: 'e' },
});

test('a statement that takes too long is answered as such, and not as an outage', async () => {
  const process = await startTestProcess();
  const { subject, token } = await process.identityProvider.signIn('mia');
  const ask = () =>
    fetch(process.url + call, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Ia-Correlation-Id': 'slow-1',
        'X-Ia-Subject': subject,
        'X-Ia-Roles': '',
        Authorization: `Bearer ${token}`,
      },
      body,
    });
  expect((await ask()).status).toBe(200);

  const answer = await process.database.transaction().execute(async (holder) => {
    await sql`lock table clag.local_store_items in access exclusive mode`.execute(holder);
    const asked = ask();
    // The same end as that of the time limit, without the wait for it.
    const cancel = sql<{ pid: number }>`
      select pid, pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and application_name = 'lectern-services'
    `;
    await expect.poll(async () => (await cancel.execute(process.database)).rows).not.toEqual([]);
    return asked;
  });
  const { status, text } = generalErrors.TOOK_TOO_LONG;
  expect([answer.status, await answer.json()]).toEqual([
    status,
    { result_state: 'ERROR', result_messages: [{ code: 'TOOK_TOO_LONG', text }] },
  ]);
  expect(answer.headers.get('Retry-After')).toBe('30');
  expect((await fetch(`${process.operationsUrl}/ready`)).status).toBe(200);
  expect((await ask()).status).toBe(200);
  const errors = () => process.log().filter(({ level }) => level === 'error');
  await expect.poll(errors).toEqual([
    expect.objectContaining({
      correlationId: 'slow-1',
      call,
      status,
      codes: ['TOOK_TOO_LONG'],
      err: expect.objectContaining({ code: '57014' }),
    }),
  ]);
});

test.each([
  ['57014', false],
  ['57P01', true],
  ['57P03', true],
  ['53300', true],
  ['08006', true],
  ['23505', false],
])('SQLSTATE %s: the database is away: %s', (code, isAway) => {
  expect(isDatabaseUnavailable(Object.assign(new Error('x'), { code }))).toBe(isAway);
});
