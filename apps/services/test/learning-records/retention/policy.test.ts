import { expect, test } from 'vitest';
import { policyIn } from '../../../src/learning-records/retention/policy.ts';
import {
  schoolYearName,
  schoolYearOf,
} from '../../../src/learning-records/retention/school-year.ts';
import { settingsOf } from '../../../src/operations/settings.ts';

test.each([
  ['2025-07-31T23:59:59.999Z', '2024/25'],
  ['2025-08-01T00:00:00Z', '2025/26'],
  ['2099-12-31T00:00:00Z', '2099/00'],
])('%s is in the school year %s', (moment, name) => {
  expect(schoolYearName(schoolYearOf(new Date(moment)))).toBe(name);
});

test('years are whole ones, beside the running one', () => {
  const options = { thinAfterYears: 1, deleteAfterYears: 3, courses: { chronik: {} } };
  const policy = {
    platform: { thin: new Date('2025-08-01T00:00:00Z'), delete: new Date('2023-08-01T00:00:00Z') },
    courses: new Map([['chronik', {}]]),
    published: ['wald'],
  };
  expect(policyIn(2026, options, ['wald'])).toEqual(policy);
});

const read = (value: string) => settingsOf({ LECTERN_RETENTION: value })('LECTERN_RETENTION');

test('the setting says what is done after how many years', () => {
  expect(settingsOf({})('LECTERN_RETENTION')).toBeUndefined();
  const options = { deleteAfterYears: 2, courses: { wald: { thinAfterYears: 1 } } };
  expect(read(JSON.stringify(options))).toEqual(options);
});

test.each([
  ['{"deleteAfterYears":0}', 'LECTERN_RETENTION.deleteAfterYears'],
  ['{"thinAfterYears":1.5}', 'LECTERN_RETENTION.thinAfterYears'],
  ['{"deleteAfterDays":100}', 'LECTERN_RETENTION'],
  ['{"courses":{"wald":{"keep":1}}}', 'LECTERN_RETENTION.courses.wald'],
  ['{"thinAfterYears":2,"deleteAfterYears":2}', 'thinAfterYears must be less'],
  [
    '{"courses":{"wald":{"thinAfterYears":3,"deleteAfterYears":2}}}',
    'LECTERN_RETENTION.courses.wald',
  ],
  ['{}', 'everything is kept'],
  ['{"courses":{"wald":{}}}', 'everything is kept'],
  ['two years', 'is not JSON'],
])('%s is refused', (value, place) => {
  expect(() => read(value)).toThrow(place);
});
