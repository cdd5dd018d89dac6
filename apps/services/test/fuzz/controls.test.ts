import { createTestDatabase } from '@lectern/env/testing';
import { sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import { openDatabase } from '../../src/index.ts';
import { dataMarkOf, standings, textMarks, titleMark, type Standing } from '../marked/school.ts';
import { servedCalls } from '../served-calls.ts';
import { expectRightAnswer } from './answers.ts';
import type { Caller } from './callers.ts';
import { changesIn, watchChanges } from './changes.ts';
import { correlationId, exampleInput, mustBeRefused } from './inputs.ts';
import { fillMarked, hiddenIn, markedTextsOf } from './marked.ts';

/* That the checks of the fuzzing see what they are there for. */

const served = servedCalls.find(({ title }) => title === 'aua.userGet')!;
const input = {
  ...exampleInput(served, 'pupil'),
  headers: { 'X-Ia-Correlation-Id': [correlationId] },
};
const good = { result_state: 'OK', user: { subject: 'mia' } };
const refused = (code: string, text = 'No.') => ({
  result_state: 'ERROR',
  result_messages: [{ code, text }],
});
const check =
  (status: number, body: object, changes: string[] = [], id = correlationId) =>
  () =>
    expectRightAnswer(
      served,
      input,
      { status, headers: { 'x-ia-correlation-id': id }, body: JSON.stringify(body) },
      changes,
    );

test('what the contract knows passes', () => {
  expect(check(200, good, ['insert aua.users'])).not.toThrow();
  expect(check(404, refused('USER_NOT_FOUND'))).not.toThrow();
  expect(check(403, refused('SUBJECT_FORBIDDEN'))).not.toThrow();
});

test.each([
  ['an internal error', check(500, refused('INTERNAL'))],
  ['something that is away', check(503, refused('UNAVAILABLE'))],
  ['a code of another call', check(404, refused('LICENSE_NOT_FOUND'))],
  ['another status than the code’s', check(400, refused('USER_NOT_FOUND'))],
  ['a refusal that changes something', check(404, refused('USER_NOT_FOUND'), ['insert aua.users'])],
  ['a refusal that says where', check(404, refused('USER_NOT_FOUND', 'at a (/a/b.ts:1:2)'))],
  ['an answer without its fields', check(200, { result_state: 'OK' })],
  ['an answer with more fields', check(200, { ...good, password: 'x' })],
  ['an error as success', check(200, refused('USER_NOT_FOUND'))],
  ['another correlation id', check(200, good, [], 'other')],
])('%s is seen', (_name, act) => {
  expect(act).toThrow();
});

test('an input that does not fit the contract, or has no token, must be refused', () => {
  expect(mustBeRefused(served, input)).toBe(false);
  expect(mustBeRefused(served, { ...input, caller: 'nobody' })).toBe(true);
  for (const body of ['', '{}', '{"subject":1}', '{"subject":"a","b":1}']) {
    expect(mustBeRefused(served, { ...input, body })).toBe(true);
  }
});

describe('what is hidden', () => {
  const body = `{"text":"Das ${textMarks[0].toUpperCase()}","title":"${titleMark}"}`;

  test.each<[Caller, number]>([
    ['pupil', 2],
    ['nobody', 2],
    ['dealer', 2],
    ['support', 0],
  ])('from a %s is seen in an answer', (caller, marks) => {
    expect(hiddenIn({ body }, caller)).toHaveLength(marks);
    expect(hiddenIn({ body: '{}' }, caller)).toEqual([]);
  });

  test('of whom a teacher reads nothing', () => {
    const hits = (standing: Standing) => hiddenIn({ body: dataMarkOf(standing) }, 'teacher').length;
    expect(standings.filter((standing) => hits(standing) === 0)).toEqual([
      'joined by itself',
      'named by the school',
    ]);
  });

  test('is named by those who may not see it, and by nobody who may change it', () => {
    const names = { product: 'first', invited: 'i' };
    const fill = (caller: Caller) =>
      fillMarked('["marked-product","marked-invited"]', caller, names);
    expect(fill('pupil')).toBe('["first","i"]');
    expect(fill('administrator')).toBe('["marked-product","marked-invited"]');
    expect(markedTextsOf('product_reference')).toEqual(['marked-product']);
    expect(markedTextsOf('given_name')).toEqual([]);
  });
});

test('what is written is seen once, unless it is rolled back', async () => {
  const database = openDatabase(await createTestDatabase(inject('databaseUrl')));
  try {
    await sql`create schema lima`.execute(database);
    await sql`create table lima.devices (subject text)`.execute(database);
    await watchChanges(database);
    const changes = changesIn(database);
    const insert = sql`insert into lima.devices values ('a'), ('b')`;
    await insert.execute(database);
    await sql`update lima.devices set subject = subject where subject = 'a'`.execute(database);
    await sql`delete from lima.devices where subject = 'nobody'`.execute(database);
    expect(await changes.take()).toEqual(['insert lima.devices', 'update lima.devices']);
    await database
      .transaction()
      .execute(async (transaction) => {
        await insert.execute(transaction);
        throw new Error('rolled back');
      })
      .catch(() => {});
    expect(await changes.take()).toEqual([]);
    await sql`truncate lima.devices`.execute(database);
    expect(await changes.take()).toEqual(['truncate lima.devices']);
  } finally {
    await database.destroy();
  }
});
