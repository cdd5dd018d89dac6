import { expect, test } from 'vitest';
import { exportJson } from '../../src/users/subject-export.ts';

const head = { subject: 'mia', exported_at: '2026-08-01T00:00:00.000Z' };

/** A stream whose pieces have as many rows. */
async function* streamOf(...lengths: readonly number[]) {
  for (const length of lengths) yield Array.from({ length }, () => ({ text: 'x'.repeat(1_000) }));
}

test('each row is a piece: many large ones are more than one text can hold', async () => {
  const pieces: string[] = [];
  const data = { mia: { aua: { 'aua.users': streamOf(2, 3), 'aua.none': streamOf() } } };
  for await (const piece of exportJson(head, data)) pieces.push(piece);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(1_100);
  const { data: read } = JSON.parse(pieces.join(''));
  expect(read.mia.aua['aua.users']).toHaveLength(5);
  expect(read.mia.aua['aua.none']).toEqual([]);
});
