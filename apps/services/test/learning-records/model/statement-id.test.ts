import { afterEach, expect, test, vi } from 'vitest';
import { newStatementId } from '../../../src/learning-records/model/statement-id.ts';

afterEach(() => vi.useRealTimers());

test('an id is a UUID of version 4, as receivers of statements check it', () => {
  const ids = Array.from({ length: 10_000 }, () => newStatementId());
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
  expect(new Set(ids).size).toBe(ids.length);
});

test('ids follow each other as their times do', () => {
  const times = [
    '1970-01-01',
    '2026-11-24T05:00:00.000Z',
    '2026-11-24T05:00:00.001Z',
    '9999-01-01',
  ];
  const ids = times.map((time) => {
    vi.useFakeTimers({ now: new Date(time) });
    return newStatementId();
  });
  expect(ids).toEqual(ids.toSorted());
  expect(Number.parseInt(ids[1]!.replace('-', '').slice(0, 12), 16)).toBe(Date.parse(times[1]!));
});
