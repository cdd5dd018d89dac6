import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import type { Database, Tables } from '../../src/index.ts';
import { joinNewGroup } from '../groups/new-group.ts';
import { insertStatements } from '../learning-records/insert-statements.ts';
import { startTestProcess, type TestProcess } from '../process.ts';

const tables = [
  'aua.users',
  'clag.local_store_items',
  'gres.members',
  'lars.statements',
  'lima.devices',
] as const satisfies readonly (keyof Tables)[];

/** Gives a subject rows in every service, as its calls would. */
async function live(database: Database, subject: string) {
  const scope = { course_id: 'c', issue_id: 'i', model_type: 'topic', model_id: 't' } as const;
  await database
    .insertInto('aua.users')
    .values({ subject, given_name: subject, family_name: null, email: null, locale: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (let count = 0; count < 20; count++) {
    const key = `${subject}-${count}`;
    await database
      .insertInto('clag.local_store_items')
      .values({
        subject,
        ...scope,
        segment: 's',
        key,
        value: key,
        base_version: null,
        change_id: randomUUID(),
      })
      .execute();
    await joinNewGroup(database, subject);
    await insertStatements(database, [{ subject }]);
    await sql`insert into lima.devices (subject, device_identifier) values (${subject}, ${key})`.execute(
      database,
    );
  }
}

async function rowsOf(database: Database, subject: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.table(table)} where subject = ${subject}
    `.execute(database);
    counts[table] = rows[0]!.count;
  }
  return counts;
}

/** Moves Ben's data to Mia's, and kills the process while it is at one of the tables. */
async function killWhileMoving(platform: TestProcess, table: string) {
  const { database, identityProvider } = platform;
  const mia = await identityProvider.signIn('mia');
  const ben = await identityProvider.signIn('ben');
  await live(database, mia.subject);
  await live(database, ben.subject);

  const holding = await database.startTransaction().execute();
  await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(holding);
  const call = fetch(`${platform.url}/aua/v1/user/link`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Ia-Correlation-Id': 'crash',
      'X-Ia-Subject': mia.subject,
      'X-Ia-Roles': '',
      Authorization: `Bearer ${mia.token}`,
    },
    body: JSON.stringify({ from_token: ben.token, to_token: mia.token, migrate: true }),
  }).catch(() => 'broken off');
  await vi.waitUntil(
    async () => {
      const { rows } = await sql`
        select from pg_locks where not granted and relation = ${table}::regclass
      `.execute(database);
      return rows.length > 0;
    },
    { timeout: 20_000 },
  );
  platform.kill('SIGKILL');
  await platform.exited;
  expect(await call).toBe('broken off');
  await holding.rollback().execute();
  return { mia, ben };
}

const everythingOnce = {
  'aua.users': 1,
  'clag.local_store_items': 40,
  'gres.members': 40,
  'lars.statements': 40,
  'lima.devices': 40,
};
const nothing = Object.fromEntries(tables.map((table) => [table, 0]));

describe('a process that is killed while it moves a subject', () => {
  test.each(tables)(
    'at %s loses nothing: the next one ends the job',
    async (table) => {
      const first = await startTestProcess();
      const { mia, ben } = await killWhileMoving(first, table);
      const { database } = first;
      const open = await database.selectFrom('aua.subject_jobs').select('finished_at').execute();
      expect(open).toEqual([{ finished_at: null }]);
      const [miaHas, benHas] = [
        await rowsOf(database, mia.subject),
        await rowsOf(database, ben.subject),
      ];
      for (const one of tables.slice(1)) expect(miaHas[one]! + benHas[one]!).toBe(40);

      await first.startAgain();
      // Nobody asks again: the queue alone brings it to its end.
      await vi.waitUntil(
        async () => {
          const jobs = await database
            .selectFrom('aua.subject_jobs')
            .select('finished_at')
            .execute();
          return jobs[0]?.finished_at;
        },
        { timeout: 90_000, interval: 500 },
      );
      expect(await rowsOf(database, mia.subject)).toEqual(everythingOnce);
      expect(await rowsOf(database, ben.subject)).toEqual(nothing);
      const links = await database.selectFrom('aua.subject_links').selectAll().execute();
      expect(links).toMatchObject([{ from_subject: ben.subject, to_subject: mia.subject }]);
    },
    120_000,
  );
});
