import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrate, storeInitialLessons } from '@lectern/services';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { exercises } from '../../src/seed/class-6a/exercises.ts';
import { groupIdOf6a, lessonsOf6a } from '../../src/seed/class-6a/lessons.ts';
import { seedClass6a } from '../../src/seed/class-6a/seed-class.ts';
import { product } from '../../src/product.ts';
import { checkout } from '../../src/checkout.ts';
import { createTestDatabase } from '../../testing/index.ts';

const issuer = 'http://localhost:1';
let databaseUrl: string;
let client: Client;

beforeAll(async () => {
  databaseUrl = await createTestDatabase(inject('databaseUrl'));
  await migrate(databaseUrl);
  await product.seed(databaseUrl, issuer);
  client = new Client({ connectionString: databaseUrl });
  await client.connect();
});
afterAll(() => client?.end());

async function numberOf(statement: string): Promise<number> {
  const { rows } = await client.query<{ number: string }>(
    `select count(*) as number from ${statement}`,
  );
  return Number(rows[0]!.number);
}

describe('class 6a', () => {
  test('has a leader, and 26 pupils who share their answers since before their lessons', async () => {
    const { rows } = await client.query(
      `select group_role, count(*)::integer as number, bool_and(began_at < now() - interval '59 days') as "hasBegun",
        count(*) filter (where sharings -> 0 -> 'sharing_types' ? 'Answers')::integer as sharing
      from gres.members where group_id = '${groupIdOf6a}' group by group_role order by group_role`,
    );
    expect(rows).toEqual([
      { group_role: 'leader', number: 1, hasBegun: true, sharing: 0 },
      { group_role: 'member', number: 26, hasBegun: true, sharing: 26 },
    ]);
  });

  test('is the only class of the demo people, who all have names', async () => {
    const { rows } = await client.query(
      `select members.subject, group_id, given_name from gres.members
        left join aua.users using (subject)
      where members.subject in ('demo-mia', 'demo-thomas') order by members.subject`,
    );
    expect(rows).toEqual([
      { subject: 'demo-mia', group_id: groupIdOf6a, given_name: 'Mia' },
      { subject: 'demo-thomas', group_id: groupIdOf6a, given_name: null },
    ]);
  });

  test('has answers, statements and comments of all states', async () => {
    const { pupils } = lessonsOf6a('demo-thomas');
    const answers = pupils.flatMap((pupil) => pupil.answers);
    expect(await numberOf(`clag.content_items where subject like '%-6a'`)).toBe(answers.length);
    expect(await numberOf(`lars.statements where subject like '%-6a'`)).toBe(answers.length);
    const feedback = pupils.flatMap((pupil) => pupil.feedback);
    expect(await numberOf(`clag.feedback where written_by = 'demo-thomas'`)).toBe(feedback.length);
    expect(
      new Set(feedback.map((given) => !given.is_removed && given.content.feedback_kind)),
    ).toEqual(new Set(['comment', 'again']));
    expect(await numberOf(`clag.assignments where group_id = '${groupIdOf6a}'`)).toBe(2);
    const counts = new Set(pupils.map((pupil) => pupil.answers.length));
    expect(counts).toContain(0);
    expect(counts).toContain(exercises.length);
    const open = answers.flatMap((answer) => (answer.is_removed || answer.is_done ? [] : [answer]));
    expect(open.length).toBeGreaterThan(0);
    // Class and answer show the same: an answer that is only begun is not right.
    expect(open.filter(({ score_in_percent }) => score_in_percent === 100)).toEqual([]);
  });

  test('some have done an assignment, and others have not', () => {
    const { pupils, assignments } = lessonsOf6a('demo-thomas');
    /** A pupil's exercises that are finished, and not handed back. */
    const finishedBy = ({ statements, feedback }: (typeof pupils)[number]) => {
      const again = new Set(
        feedback.flatMap((given) =>
          given.is_removed || given.content.feedback_kind !== 'again' ? [] : [given.exercise_id],
        ),
      );
      return new Set(
        statements
          .filter(
            ({ statement: { result } }) => result?.completion ?? result?.success !== undefined,
          )
          .map(({ exerciseId }) => exerciseId)
          .filter((id) => !again.has(id)),
      );
    };
    for (const assignment of assignments) {
      const targets = assignment.is_removed ? [] : assignment.targets;
      const done = pupils
        .map(finishedBy)
        .filter((finished) =>
          targets.every((target) => 'exercise_id' in target && finished.has(target.exercise_id)),
        );
      expect(done.length).toBeGreaterThanOrEqual(3);
      expect(done.length).toBeLessThanOrEqual(pupils.length - 3);
    }
  });

  test.each([0, 1, 2, 3, 4, 5, 6])(
    'has its lessons on school days before today, in school hours, on weekday %i',
    (weekday) => {
      const today = new Date(Date.UTC(2026, 10, 22 + weekday, 1));
      const { pupils } = lessonsOf6a('demo-thomas', today);
      const times = pupils.flatMap(({ statements }) =>
        statements.map(({ statement }) => new Date(statement.timestamp!)),
      );
      for (const time of times) {
        expect(time < today).toBe(true);
        expect([1, 2, 3, 4, 5]).toContain(time.getUTCDay());
        // Summer and winter time of central Europe.
        expect(time.getUTCHours() + 1).toBeGreaterThanOrEqual(8);
        expect(time.getUTCHours() + 2).toBeLessThan(12);
      }
    },
  );

  test('is made once: what was done with it since stays', async () => {
    await client.query(
      `delete from clag.content_items where subject = 'demo-alina-6a' and model_id = 'bach-brief'`,
    );
    await seedClass6a(databaseUrl, issuer);
    expect(await numberOf(`clag.content_items where subject = 'demo-alina-6a'`)).toBe(
      exercises.length - 1,
    );
  });

  test('an interrupted start goes on at the next one', async () => {
    const other = await createTestDatabase(inject('databaseUrl'));
    await migrate(other);
    // Last week's start, whose lessons were on other days, has ended before the group was made.
    const lastWeek = new Date(Date.now() - 7 * 86_400_000);
    const recorder = { issuer, clientId: 'lectern-shell' };
    await storeInitialLessons(other, lessonsOf6a('demo-thomas', lastWeek), recorder);
    await product.seed(other, issuer);
    const own = new Client({ connectionString: other });
    await own.connect();
    const { rows } = await own.query(
      `select (select count(*) from gres.members where group_id = '${groupIdOf6a}')::integer as members,
        (select count(*) from clag.conflict_copies)::integer as copies`,
    );
    await own.end();
    expect(rows).toEqual([{ members: 27, copies: 0 }]);
  });
});

test('the exercises are those of the demo publication', async () => {
  const folder = join(checkout, 'dev', 'demo-content', 'src', 'course');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts'));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  const published = texts.flatMap((text) =>
    [...text.matchAll(/id: '([^']+)',\s+answerType: '(\w+)'/g)].map(
      ([, id, type]) => `${id} ${type}`,
    ),
  );
  const seeded = exercises.map(({ id, right }) => `${id} ${right.basic_answer_type}`);
  expect(seeded.toSorted()).toEqual(published.toSorted());
});
