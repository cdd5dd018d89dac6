import { expect, test } from 'vitest';
import { readBatch } from '../../../src/learning-records/forwarding/batch.ts';
import {
  findStatement,
  findStatements,
  type Readable,
} from '../../../src/learning-records/store/reader.ts';
import { termOf } from '../../../src/learning-records/store/terms.ts';
import type { Database } from '../../../src/index.ts';
import { insertStatements } from '../insert-statements.ts';
import { given, startSubjectStore } from '../subject/subject-store.ts';
import { voidingOf } from '../statement-samples.ts';
import { betweenQueries } from './between-queries.ts';

/* Searches that take several questions to the database, and what comes between two of them. */

const course = 'wasser';

test('an ascending cursor loses nothing that comes between the questions about a class', async () => {
  const { database } = await startSubjectStore();
  const came = (subject: string) =>
    insertStatements(database, [{ subject, courses: [termOf('course', course)] }]);
  await came('anna');
  const since = new Map(
    ['anna', 'ben', 'lea'].map((member) => [member, new Map([[course, '-infinity']])]),
  );
  const readable: Readable = { subject: 'mia', since };
  const page = (from: Database, after?: { stored: string; sequence: string }) =>
    findStatements(
      from,
      { readable },
      { ascending: true, limit: 10, after },
      { subjectsAtOnce: 1 },
    );
  const first = await page(
    betweenQueries(database, 'lars.statements', async () => {
      await came('anna');
      await came('ben');
    }),
  );
  const second = await page(database, first.statements.at(-1));
  const found = [first, second].map(({ statements }) => statements.map(({ subject }) => subject));
  expect(found).toEqual([['anna'], ['anna', 'ben']]);
});

const verb = 'http://v.example/solved';
const about = (id: string) => ({ object: { objectType: 'StatementRef', id } });

async function startWithHidden(count: number) {
  const store = await startSubjectStore();
  await store.keep([given('mia', { verb: { id: verb } })]);
  const others = given('ben', { verb: { id: verb } });
  await store.keep([others]);
  const { id } = others.statement as { id: string };
  await store.keep(Array.from({ length: count }, () => given('mia', about(id))));
  return { ...store, hidden: id };
}

const solved = { verb, readable: { subject: 'mia' } };
const one = { ascending: false, limit: 1 };

test('statements that refer to unreadable ones are passed over, many at a time', async () => {
  const { database } = await startWithHidden(300);
  const queries: string[] = [];
  const watched = database.withPlugin({
    transformQuery({ node }) {
      queries.push(JSON.stringify(node));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const { statements, isLast } = await findStatements(watched, solved, one);
  expect(statements).toHaveLength(1);
  expect(JSON.parse(statements[0]!.json)).toMatchObject({ verb: { id: verb } });
  expect(isLast).toBe(true);
  // Terms that all of them refer to are looked up once.
  expect(queries.filter((query) => query.includes('lars.statement_ids'))).toHaveLength(1);
  expect(queries.length).toBeLessThan(8);
});

test('a search that finds hardly anything but unreadable statements ends in time', async () => {
  const { database } = await startWithHidden(3);
  const search = findStatements(database, solved, one, { timeLimitInMs: 0 });
  await expect(search).rejects.toThrow('TOOK_TOO_LONG');
});

test('a statement that moves between two looks is found, and is no more readable for it', async () => {
  const { database, hidden, move } = await startWithHidden(1);
  const moving = (to: string) =>
    betweenQueries(database, 'lars.statement_ids', () => move(to === 'lea' ? 'ben' : 'lea', to));
  expect(await findStatement(moving('lea'), hidden, false)).toMatchObject({ subject: 'lea' });
  const { statements } = await findStatements(moving('ben'), solved, { ...one, limit: 10 });
  expect(statements).toHaveLength(1);
});

test('a voiding is forwarded though the voided statement moves to another subject meanwhile', async () => {
  const { database, keep, move } = await startSubjectStore();
  const voided = given('ben');
  const { id } = voided.statement as { id: string };
  await keep([voided]);
  const { actor } = voided.statement;
  await keep([{ statement: voidingOf(id, { actor }) as unknown as typeof voided.statement }]);
  const from = betweenQueries(database, 'lars.statement_ids', () => move('ben', 'lea'));
  const { statements } = await readBatch(from, '0', 10, {});
  expect(statements.map(({ statement }) => statement.verb.id)).toContain(
    'http://adlnet.gov/expapi/verbs/voided',
  );
});
