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
  project.provide('startedDatabaseUrl', await makeStartedDatabase(database.url));
  const made = undo.move();
  return () => made.disposeAsync();
}

/** A database as the services leave it that have started once, for nobody in particular. */
async function makeStartedDatabase(serverUrl: string): Promise<string> {
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
  await client.end();
  return databaseUrl;
}
