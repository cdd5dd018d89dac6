import { createTestDatabase } from '@lectern/env/testing';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import type { Tables } from '../../src/index.ts';
import { extendedSearch } from '../../src/users/extended-search.ts';
import { everything } from '../../src/orders/sight.ts';
import { usersWithIdentity } from '../../src/users/identity-lookup.ts';
import { createQuickSearch } from '../../src/users/quick-search.ts';

/*
 * How PostgreSQL finds users: by an index, and in its order. An expression that differs from that of
 * its index by a word would still give the right users, and read all of them.
 */

interface Query {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

let pool: pg.Pool;
let database: Kysely<Tables>;
const queries: Query[] = [];

beforeAll(async () => {
  const url = await createTestDatabase(inject('databaseUrl'), inject('startedDatabaseUrl'));
  pool = new pg.Pool({ connectionString: url });
  database = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => void queries.push(event.query),
  });
  await pool.query(`
    insert into aua.users (subject, given_name, family_name, email, created_at)
    select 'subject-' || i, 'Given' || i % 997, nullif('Family' || i % 991, 'Family0'),
      md5(i::text) || '@school.example', now() - i * interval '1 second'
    from generate_series(1, 20000) i
  `);
  await pool.query(`
    insert into aua.identities (subject, identity_provider_identifier, external_id)
    select 'subject-' || i, 'BEOOK_1', md5(i::text) from generate_series(1, 20000) i
  `);
  await pool.query('analyze');
});
afterAll(() => database.destroy());
beforeEach(() => {
  queries.length = 0;
});

/**
 * The plans of the queries that have just been made.
 *
 * @param forAnyValue Plans that hold whatever the values are, as for a statement prepared once.
 */
async function plans(forAnyValue: boolean): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query(
      `set plan_cache_mode = ${forAnyValue ? 'force_generic_plan' : 'force_custom_plan'}`,
    );
    const texts: string[] = [];
    for (const { sql, parameters } of queries.slice()) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>({
        text: `explain (costs off) ${sql}`,
        values: [...parameters],
      });
      texts.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    return texts.join('\n');
  } finally {
    client.release(true);
  }
}

describe.each([
  ['for these values', false],
  ['for any values', true],
])('%s', (_name, forAnyValue) => {
  test.each([
    ['email', ['users_by_email']],
    ['subject', ['users_by_subject']],
    ['email_or_subject', ['users_by_email', 'users_by_subject']],
  ] as const)('a quick search by %s', async (type, indexes) => {
    const query = vi.spyOn(pool, 'query');
    await createQuickSearch(pool)({ term: 'zz', type, limit: 10 }, everything);
    for (const [prepared] of query.mock.calls as unknown as [
      { text: string; values: unknown[] },
    ][]) {
      queries.push({ sql: prepared.text, parameters: prepared.values });
    }
    query.mockRestore();
    const plan = await plans(forAnyValue);
    expect(plan).not.toMatch(/Seq Scan on users/);
    for (const index of indexes) {
      expect(plan).toMatch(new RegExp(`using ${index} on users[^\\n]*\\n *Index Cond`));
    }
    expect(plan).not.toMatch(/Sort Key/);
  });

  test.each([
    ['family_name', 'users_by_family_name'],
    ['given_name', 'users_by_given_name'],
    ['email', 'users_by_email'],
    ['subject', 'users_by_subject'],
    ['created_at', 'users_by_created_at'],
  ] as const)('a page in the middle, by %s', async (field, index) => {
    for (const direction of ['ascending', 'descending'] as const) {
      const sort = { field, direction };
      const first = await extendedSearch(database, { sort, limit: 200 }, everything);
      queries.length = 0;
      await extendedSearch(database, { sort, limit: 200, cursor: first!.next_cursor! }, everything);
      const plan = await plans(forAnyValue);
      expect(plan).toMatch(new RegExp(`using ${index} on users[^\\n]*\\n *Index Cond`));
      // Only the roles of each user are sorted.
      expect(plan).not.toMatch(/Sort Key: (?!user_roles\.role)/);
    }
  });

  test.each([
    [{ family_name: 'family12' }, 'users_by_family_name_prefix'],
    [{ given_name: 'given12' }, 'users_by_given_name_prefix'],
    [{ email: 'abc' }, 'users_by_email'],
  ])('a filter %j', async (filter, index) => {
    const sort = { field: 'created_at', direction: 'ascending' } as const;
    await extendedSearch(database, { filter, sort }, everything);
    const plan = await plans(forAnyValue);
    expect(plan).not.toMatch(/Seq Scan on users/);
    expect(plan).toContain(index);
  });

  test('an identity', async () => {
    await usersWithIdentity(database, 'BEOOK_1', ['a', 'b'], everything);
    const plan = await plans(forAnyValue);
    expect(plan).not.toMatch(/Seq Scan on (users|identities)/);
    expect(plan).toContain('identities_by_external_id');
  });
});
