import { expect, test } from 'vitest';
import { createFailureLog } from '../../src/jobs/failure-log.ts';

test('an outage of the database is told once a minute, and every other failure', () => {
  const told: unknown[] = [];
  let now = 0;
  const log = createFailureLog(
    { error: (_: unknown, message?: string) => told.push(message) },
    () => now,
  );
  const outage = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  for (const at of [0, 2_000, 59_000, 61_000, 62_000]) {
    now = at;
    log(outage);
  }
  log(new Error('other'));
  log(new Error('other'));
  const [away, failed] = ['The jobs cannot reach the database.', 'The jobs have failed.'];
  expect(told).toEqual([away, away, failed, failed]);
});
