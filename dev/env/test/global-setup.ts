import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { createPlatform } from '@lectern/services';
import { startTestDatabase } from '../src/index.ts';
import { createTestDatabase, startTestIdentityProvider } from '../src/testing/index.ts';

/** One PostgreSQL for the whole test run; each test makes databases of its own in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = await startTestDatabase();
  project.provide('databaseUrl', database.url);
  project.provide('migratedDatabaseUrl', await makeMigratedDatabase(database.url));
  const filesFolder = await mkdtemp(join(tmpdir(), 'lectern-test-files-'));
  project.provide('filesFolder', filesFolder);
  return async () => {
    await database.stop();
    await rm(filesFolder, { recursive: true, force: true });
  };
}

/** A database as the services leave it that have started once, for nobody in particular. */
async function makeMigratedDatabase(serverUrl: string): Promise<string> {
  const databaseUrl = await createTestDatabase(serverUrl);
  const identityProvider = await startTestIdentityProvider(databaseUrl);
  const platform = await createPlatform({
    databaseUrl,
    publicUrl: 'http://localhost',
    identityProvider: identityProvider.servicesClient,
  });
  await platform.close();
  await identityProvider.close();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  // No two platforms have the same keys, and each its own applications.
  await client.query('delete from identity_provider.secret');
  await client.query('delete from aua.applications');
  await client.end();
  return databaseUrl;
}
