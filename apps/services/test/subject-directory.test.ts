import { createTestDatabase } from '@lectern/env/testing';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createSubjectDirectory } from '../src/authorization/subject-directory.ts';
import type { Tables } from '../src/index.ts';
import { insertRows } from './rows.ts';

test('a whole class is looked up by one statement, and each stands where it stood', async () => {
  const url = await createTestDatabase(inject('databaseUrl'), inject('startedDatabaseUrl'));
  const statements: string[] = [];
  const database = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }),
    log: ({ query }) => void statements.push(query.sql),
  });
  onTestFinished(() => database.destroy());
  await insertRows(database, 'aua.subject_links', [
    { from_subject: 'former', to_subject: 'current' },
    { from_subject: 'oldest', to_subject: 'current' },
    { from_subject: 'other', to_subject: 'nobody of these' },
  ]);
  statements.length = 0;

  const directory = createSubjectDirectory(database, 'https://login.example');
  const named = ['mia', 'oldest', 'ben', 'former', 'current', 'mia'];
  expect(await directory.resolveAll(named)).toEqual([
    'mia',
    'current',
    'ben',
    'current',
    'current',
    'mia',
  ]);
  expect(statements).toHaveLength(1);
});
