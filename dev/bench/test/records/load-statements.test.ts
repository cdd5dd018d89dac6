import { createTestDatabase, startTestIdentityProvider } from '@lectern/env/testing';
import { createPlatform, openDatabase } from '@lectern/services';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { apiKey, insertKey } from '../../src/records/database.ts';
import { loadStatements } from '../../src/records/load-statements.ts';
import { basic, statementsPath } from '../../src/records/requests.ts';
import { idOf, partsOf, statementOf, type World } from '../../src/records/world.ts';

const numbers = [0, 1, 99, 100, 1_234, 2_999];
const loaded = 3_000;

test('a row that is loaded is the one that the store makes of the same statement', async () => {
  await using stack = new AsyncDisposableStack();
  const open = async () => {
    const url = await createTestDatabase(inject('databaseUrl'));
    const database = openDatabase(url);
    stack.defer(() => database.destroy());
    return { url, database };
  };
  const stored = await open();
  const identityProvider = await startTestIdentityProvider(stored.url);
  stack.defer(() => identityProvider.close());
  const start = async (databaseUrl: string) => {
    const platform = await createPlatform({
      databaseUrl,
      publicUrl: 'http://localhost',
      identityProvider: identityProvider.servicesClient,
    });
    stack.defer(() => platform.close());
    return platform;
  };
  const platform = await start(stored.url);
  await insertKey(stored.url);
  const world: World = {
    issuer: identityProvider.servicesClient.issuer,
    pupils: 30,
    exercises: 60,
    signedIn: new Map([[0, 'demo-mia']]),
    beganAt: Date.parse('2026-08-17T08:00:00Z'),
    stepInMs: 2_592,
  };
  const response = await platform.inject({
    method: 'POST',
    url: statementsPath,
    headers: { ...basic(apiKey), 'content-type': 'application/json' },
    payload: JSON.stringify(
      numbers.map((number) => ({
        id: idOf(number),
        ...statementOf(world.issuer, partsOf(world, number)),
      })),
    ),
  });
  expect(response.json()).toEqual(numbers.map(idOf));

  const made = await open();
  await start(made.url);
  await loadStatements(made.url, world, loaded);

  const rowsIn = async ({ database }: typeof made) => {
    const { rows } = await sql<object>`
      select subject, statement_id, verb, activity, registration, terms, refers_to, is_voided, dto_id,
        statement, ids.subject as subject_by_id
      from lars.statements join lars.statement_ids ids using (statement_id, subject, stored, sequence)
      where statement_id = any(${numbers.map(idOf)}::uuid[]) order by statement_id
    `.execute(database);
    return rows;
  };
  const expected = await rowsIn(stored);
  expect(expected).toHaveLength(numbers.length);
  expect(await rowsIn(made)).toEqual(expected);
});
