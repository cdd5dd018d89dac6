import type { TestProject } from 'vitest/node';
import { startTestDatabase } from '../src/index.ts';

/** One PostgreSQL for the whole test run; each test makes databases of its own in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = await startTestDatabase();
  project.provide('databaseUrl', database.url);
  return () => database.stop();
}
