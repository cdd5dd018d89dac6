import type { TestProject } from 'vitest/node';
import { migrate } from '@lectern/services';
import { startTestDatabase } from '../src/index.ts';
import { createTestDatabase } from '../src/testing/index.ts';

/** One PostgreSQL for the whole test run; each test makes databases of its own in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = await startTestDatabase();
  const migratedUrl = await createTestDatabase(database.url);
  await migrate(migratedUrl);
  project.provide('databaseUrl', database.url);
  project.provide('migratedDatabaseUrl', migratedUrl);
  return () => database.stop();
}
