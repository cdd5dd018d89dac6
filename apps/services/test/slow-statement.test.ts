import { expect, test } from 'vitest';
import { isDatabaseUnavailable } from '../src/storage/database-errors.ts';

test.each([
  ['57014', false],
  ['57P01', true],
  ['57P03', true],
  ['53300', true],
  ['08006', true],
  ['53100', true],
  ['25006', true],
  ['25P03', true],
  ['25P02', false],
  ['40001', true],
  ['40P01', false],
  ['EHOSTUNREACH', true],
  ['23505', false],
])('SQLSTATE %s: the database is away: %s', (code, isAway) => {
  expect(isDatabaseUnavailable(Object.assign(new Error('x'), { code }))).toBe(isAway);
});

test('a read that a standby gave up may be answered again, whatever its language', () => {
  const error = Object.assign(
    new Error('storniere Anfrage wegen Konflikt mit der Wiederherstellung'),
    { code: '40P01', routine: 'CheckRecoveryConflictDeadlock' },
  );
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect(isDatabaseUnavailable(Object.assign(error, { routine: 'DeadLockReport' }))).toBe(false);
});
