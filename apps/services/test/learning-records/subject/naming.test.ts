import type { KyselyPlugin } from 'kysely';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { learningRecordsSubjectData } from '../../../src/learning-records/subject-data.ts';
import { within } from '../../../src/learning-records/subject/batches.ts';
import { findNaming } from '../../../src/learning-records/subject/naming.ts';
import { renameInStatements } from '../../../src/learning-records/subject/statements.ts';
import { linkSubject } from '../../platform.ts';
import { accountOf, given, issuer, startSubjectStore, type SubjectStore } from './subject-store.ts';

const data = learningRecordsSubjectData([issuer]);
const taught = (pupil: string) => given(pupil, { context: { instructor: accountOf('teacher') } });

/** As if others had recorded much in between. */
async function passNumbers(store: SubjectStore, next: number) {
  await sql`select setval('lars.statement_sequence', ${next}, false)`.execute(store.database);
}

/** How many rows each query gives. */
function countingRows(counts: number[]): KyselyPlugin {
  return {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      counts.push(result.rows.length);
      return Promise.resolve(result);
    },
  };
}

test('who is named very often is looked up a piece at a time, and renamed everywhere', async () => {
  const store = await startSubjectStore();
  for (const number of [1, 49_999, 50_000, 50_001, 100_000, 1_234_567]) {
    await passNumbers(store, number);
    await store.keep([taught('pupil')]);
  }
  const counts: number[] = [];
  await data.ahead.erase(store.database.withPlugin(countingRows(counts)), 'teacher');
  // Of a number that stays the same, however many there are in all.
  expect(Math.max(...counts)).toBe(3);
  for (const text of await store.texts()) expect(text).not.toContain('"teacher"');
});

test('whoever stores waits for what came in meanwhile, not for all to be looked up', async () => {
  const store = await startSubjectStore();
  await store.keep([taught('pupil')]);
  const naming = await findNaming(store.database, 'teacher');
  await store.keep([taught('pupil'), taught('pupil'), given('pupil')]);
  // Somebody else's job moves a statement after it was looked up.
  await store.move('pupil', 'ben');
  const counts: number[] = [];
  const database = store.database.withPlugin(countingRows(counts));
  const renaming = {
    account: ({ name }: { name: string }) =>
      name === 'teacher' ? { homePage: issuer, name: 'erased' } : undefined,
    keepsNames: false,
  };
  const change = { from: 'teacher', to: 'erased', renaming };
  const named = async () => (await store.texts()).map((text) => text.includes('"teacher"'));
  // Earlier look-ups are not repeated.
  await renameInStatements(within(database), change, { ...naming, sequences: [] });
  expect(await named()).toEqual([true, false, false, false]);
  expect(Math.max(...counts)).toBe(2);
  await renameInStatements(within(database), change, naming);
  expect(await named()).toEqual([false, false, false, false]);
});

test('a dry run counts the statements of others that would change, and no others', async () => {
  const store = await startSubjectStore();
  await linkSubject(store.database, 'old-teacher', 'teacher');
  const statement = taught('pupil');
  const object = { objectType: 'StatementRef', id: statement.statement.id };
  await store.keep([
    statement,
    given('ben', { context: { instructor: accountOf('old-teacher') } }),
    given('teacher', { context: { instructor: accountOf('teacher') } }),
    given('ben', { context: { instructor: accountOf('teacher', 'https://elsewhere.example') } }),
    // Found by whom the other one names, without naming it.
    given('ben', { object }),
  ]);
  expect(await data.countNaming(store.database, ['teacher', 'old-teacher'])).toBe(2);
  expect(await data.countNaming(store.database, ['nobody'])).toBe(0);
  const before = await store.texts();
  await store.erase('teacher');
  const after = await store.texts();
  expect(before.filter((text) => !after.includes(text))).toHaveLength(3);
});

test('an account in an extension is renamed where the statement names the person elsewhere, too', async () => {
  const store = await startSubjectStore();
  const extensions = { 'http://x.example/by': [accountOf('teacher')] };
  const context = { instructor: accountOf('teacher') };
  await store.keep([
    given('ben', { context, result: { extensions } }),
    given('ben', { result: { extensions } }),
  ]);
  await store.erase('teacher');
  const says = (await store.texts()).map((text) => text.includes('"teacher"'));
  // docs/operate/moving-records.md says so: nothing finds it.
  expect(says).toEqual([false, true]);
});

test('of a person with several subjects all are looked up before whoever stores has to wait', async () => {
  const store = await startSubjectStore();
  const names = ['teacher', 'old-teacher', 'older-teacher'];
  await store.keep(names.map((name) => given('ben', { context: { instructor: accountOf(name) } })));
  const asked: string[] = [];
  await store.database
    .withPlugin(listing(asked))
    .transaction()
    .execute((transaction) => data.erasePerson(transaction, names));
  const places = (...words: string[]) =>
    asked.flatMap((query, place) => (words.every((word) => query.includes(word)) ? [place] : []));
  const lookingUp = places('and terms &&');
  expect(lookingUp).toHaveLength(names.length);
  const changing = places('update lars.statements');
  expect(changing.length).toBeGreaterThan(0);
  const [lock] = places('pg_advisory_xact_lock', 'lars.statements');
  expect(Math.max(...lookingUp)).toBeLessThan(lock!);
  expect(lock).toBeLessThan(Math.min(...changing));
  for (const text of await store.texts()) expect(text).not.toContain('teacher"');
});

/** Takes down each query. */
function listing(asked: string[]): KyselyPlugin {
  return {
    transformQuery({ node }) {
      asked.push(JSON.stringify(node));
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
}
