import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { createPlatform } from '@lectern/services';
import { makeRunFolder } from '../src/index.ts';
import {
  createTestDatabase,
  startTestDatabase,
  startTestIdentityProvider,
} from '../testing/index.ts';

/** Settings for tests, whose databases and connections are many and short. */
const settings = {
  // Two workers with several processes of the services each, and every process may fill its pool.
  max_connections: '500',
  // Each connection maps what it touches of the buffers.
  shared_buffers: '128MB',
  // The system copies the files of a database.
  file_copy_method: 'clone',
  autovacuum: 'off',
};

/** One PostgreSQL for the whole test run; each test makes databases of its own in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await using undo = new AsyncDisposableStack();
  const files = undo.use(await makeRunFolder('test-files'));
  const database = await startTestDatabase({ settings });
  undo.defer(() => database.stop());
  project.provide('filesFolder', files.path);
  project.provide('databaseUrl', database.url);
  const started = await makeStartedDatabase(database.url);
  project.provide('startedDatabaseUrl', started.url);
  project.provide('startedDatabaseSchema', started.schema);
  const made = undo.move();
  return () => made.disposeAsync();
}

/** A database as the services leave it that have started once, for nobody in particular. */
async function makeStartedDatabase(serverUrl: string): Promise<{ url: string; schema: string }> {
  const databaseUrl = await createTestDatabase(serverUrl);
  const identityProvider = await startTestIdentityProvider(databaseUrl);
  try {
    const platform = await createPlatform({
      databaseUrl,
      publicUrl: 'http://localhost',
      identityProvider: identityProvider.servicesClient,
    });
    await platform.close();
  } finally {
    await identityProvider.close();
  }
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  // Each platform has cookies and applications of its own. They share the key that signs, because making one
  // takes longer than all the rest of a provider's start.
  await client.query(`delete from identity_provider.secret where name = 'cookie-keys'`);
  await client.query('delete from aua.applications');
  const schema = await readSchema(client);
  await client.end();
  return { url: databaseUrl, schema };
}

/** Here, because nobody can copy a database that tests are connected to. */
async function readSchema(client: Client): Promise<string> {
  const { rows } = await client.query<{ schema: string }>(`
    select json_build_object(
      'volatilities', (
        select json_object_agg(proname, volatility) from (
          select proname, case max(case provolatile when 'v' then 2 when 's' then 1 else 0 end)
            when 2 then 'volatile' when 1 then 'stable' else 'immutable' end as volatility
          from pg_proc group by proname
        ) functions where volatility <> 'volatile'
      ),
      'aggregates', (select json_agg(distinct proname) from pg_proc where prokind = 'a'),
      'columns', (
        select json_object_agg(name, columns) from (
          select format('%s.%s', table_schema, table_name) as name, json_agg(column_name) as columns
          from information_schema.columns where table_schema not in ('information_schema', 'pg_catalog')
          group by table_schema, table_name
        ) tables
      )
    )::text as schema
  `);
  return rows[0]!.schema;
}
