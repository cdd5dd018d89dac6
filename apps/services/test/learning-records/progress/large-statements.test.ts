import type { PluginTransformResultArgs } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catchUp } from '../../../src/learning-records/progress/catch-up.ts';
import { insertStatements } from './many-statements.ts';
import { activity, brook, startProgressWorld, verb, type ProgressWorld } from './progress-world.ts';

/* Memory of a question about progress, whatever pupils have recorded. */

let world: ProgressWorld;
beforeAll(async () => {
  world = await startProgressWorld();
});
afterAll(() => world.close());

const { course_id, issue_id } = brook;
const exerciseIds = new Set(brook.exercises.map(({ exercise_id }) => exercise_id));

/** The tables, and how long the longest answer of the database was, in characters of JSON. */
function measured() {
  let longest = 0;
  const database = world.platform.database.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }: PluginTransformResultArgs) {
      longest = Math.max(longest, JSON.stringify(result.rows).length);
      return result;
    },
  });
  return { database, longest: () => longest };
}

/** As the contract lets them through: up to 64 KiB each. */
const answer = (members: object) => ({
  verb: verb('answered'),
  object: activity('gewaesser/lauf'),
  timestamp: '2026-03-01T10:00:00Z',
  ...members,
});

async function counted(subject: string): Promise<number> {
  const row = await world.platform.database
    .selectFrom('lars.exercise_activity')
    .select(({ fn }) => fn.sum<string>('statements_count').as('sum'))
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow();
  return Number(row.sum);
}

test('what extensions hold is not fetched', async () => {
  const { subject } = await world.newPerson();
  const extensions = { 'http://e.example/x': Array.from({ length: 20_000 }, () => ({})) };
  const statement = answer({ result: { completion: true, extensions } });
  await insertStatements(world.platform.database, subject, 40, statement);
  const { database, longest } = measured();
  const issue = { course_id, issue_id, version: 1, exerciseIds };
  expect(await catchUp(database, [subject], issue)).toBe(0);
  expect(longest()).toBeLessThan(40_000);
  expect(await counted(subject)).toBe(40);
});

test('a page ends where it would be large', async () => {
  const { subject } = await world.newPerson();
  const grouping = Array.from({ length: 30 }, (_, place) => ({
    id: `https://l.example/${'x'.repeat(2_000)}/${place}`,
  }));
  const statement = answer({ context: { contextActivities: { grouping } } });
  await insertStatements(world.platform.database, subject, 250, statement);
  const { database, longest } = measured();
  const issue = { course_id, issue_id, version: 1, exerciseIds };
  // It ends with the page in which it has read enough.
  expect(await catchUp(database, [subject], issue, 1)).toBe(1);
  expect(await counted(subject)).toBeLessThan(50);
  expect(await catchUp(database, [subject], issue)).toBe(0);
  expect(await counted(subject)).toBe(250);
  expect(longest()).toBeLessThan(3_000_000);
});
