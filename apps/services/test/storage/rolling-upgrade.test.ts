import { readFileSync } from 'node:fs';
import { createTestDatabase, type SignedIn } from '@lectern/env/testing';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { digestOf } from '../../src/commands/backup/database-copy.ts';
import { loadInto } from '../../src/commands/backup/load.ts';
import { withSession } from '../../src/commands/backup/session.ts';
import { inSnapshot } from '../../src/commands/backup/snapshot.ts';
import { migrate } from '../../src/index.ts';
import { schema, type Schema } from '../../src/storage/schema.ts';
import { startTestPlatform, type TestPlatform } from '../platform.ts';
import { leaveTraces } from '../users/subject-traces.ts';
import { databaseOf } from './databases.ts';
import { place } from './every-kind.ts';
import { released } from './released.ts';

const [newest = ''] = Object.keys(released).slice(-1);

/** A version that changes what a version may: every table gets a column, and a function is replaced. */
const later: Schema = {
  version: '99.0.0',
  migrations: new Map([
    ...schema.migrations,
    [
      '9999-later',
      `do $$ declare name text; begin
        for name in select format('%I.%I', schemaname, tablename) from pg_tables
          where schemaname in ('aua', 'gres', 'lima', 'osc', 'atma', 'clag', 'lars')
        loop
          execute format('alter table %s add column of_later text not null default ''later''', name);
        end loop;
      end $$`,
    ],
  ]),
  functions: new Map([
    ...schema.functions,
    [
      'lars.of_later',
      `create or replace function lars.of_later() returns integer language sql return 1;`,
    ],
  ]),
};

/** Writes one item after the other until it is told to stop. */
function keepWriting(platform: TestPlatform, learner: SignedIn) {
  const load = new AbortController();
  let acknowledged = 0;
  const writing = (async () => {
    while (!load.signal.aborted) {
      const key = String(acknowledged + 1);
      const { subject } = learner;
      await platform.as('clag', learner).localStoreItemSetForModel({
        body: { ...place, local_store_items: [{ segment: 'load', key, value: 'x' }] },
      });
      const statement = {
        verb: { id: 'http://v.example/load' },
        object: { id: `http://o.example/${key}` },
      };
      await platform
        .as('lars', learner)
        .dataPut({ body: { subject, put_dto: { dto_id: key, statement } } });
      acknowledged++;
    }
  })();
  return {
    acknowledged: () => acknowledged,
    async stop() {
      load.abort();
      await writing;
    },
  };
}

/** Emptied by a migration since the release, and filled again from the statements when somebody asks. */
const readAnew = ['progress_readings', 'exercise_progress', 'exercise_activity'];

const storedDatabase = () =>
  databaseOf(
    Object.values(released).flatMap(({ migrations }) => Object.keys(migrations)),
    readFileSync(new URL(`stored/${newest}.sql`, import.meta.url), 'utf8'),
  );

test('a newer version starts beside a process of the one before, whose requests all go on', async () => {
  const databaseUrl = await storedDatabase();
  const platform = await startTestPlatform({ databaseUrl });
  onTestFinished(() => platform.close());
  const { signIn } = platform.identityProvider;
  const [mia, sofia, lea] = await Promise.all([signIn('mia'), signIn('sofia'), signIn('lea')]);
  const learner = keepWriting(platform, mia);
  onTestFinished(() => learner.stop());
  await expect.poll(learner.acknowledged).toBeGreaterThan(5);

  await migrate(databaseUrl, later);
  const then = learner.acknowledged();
  await leaveTraces(platform, lea, sofia, 'Nebel');
  await expect.poll(learner.acknowledged).toBeGreaterThan(then + 5);
  await learner.stop();
  const { rows } = await sql<{ items: number; statements: number }>`
    select (select count(*)::integer from clag.local_store_items where segment = 'load') as items,
      (select count(*)::integer from lars.statements where subject = ${mia.subject} and statement::text like '%v.example/load%') as statements
  `.execute(platform.database);
  expect(rows).toEqual([{ items: learner.acknowledged(), statements: learner.acknowledged() }]);

  await expect(platform.anotherProcess()).rejects.toThrow(
    'The database belongs to a newer version, up to its migration 9999-later.',
  );
});

test('a newer version restores a copy of the one before, and brings it to its own tables', async () => {
  const [from, to] = [await storedDatabase(), await createTestDatabase(inject('databaseUrl'))];
  const copied = await withSession(from, (client) =>
    inSnapshot(client, async (copy) => {
      await loadInto(to, copy, undefined, { schema: later });
      return copy.tables;
    }),
  );
  await withSession(to, async (client) => {
    expect((await client.query('select lars.of_later()')).rows).toEqual([{ of_later: 1 }]);
    for (const { name, columns, rows, digest } of copied) {
      const isReadAnew = readAnew.some((table) => name.endsWith(table));
      const kept = isReadAnew ? { rows: '0', digest: '0' } : { rows, digest };
      expect(await digestOf(client, { name, columns }), name).toEqual(kept);
    }
    const { rows } = await client.query('select distinct of_later from aua.users');
    expect(rows).toEqual([{ of_later: 'later' }]);
  });
});
