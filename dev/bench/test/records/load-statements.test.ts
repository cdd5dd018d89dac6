import { createTestDatabase, startTestIdentityProvider } from '@lectern/env/testing';
import { createPlatform } from '@lectern/services';
import { expect, inject, test } from 'vitest';
import { onConnection } from '../../src/database.ts';
import { apiKey, insertKey } from '../../src/records/database.ts';
import { loadStatements } from '../../src/records/load-statements.ts';
import { basic, statementsPath } from '../../src/records/requests.ts';
import { idOf, partsOf, statementOf, type World } from '../../src/records/world.ts';

const numbers = [0, 1, 99, 100, 1_234, 2_999];
const loaded = 3_000;

test('a row that is loaded is the one that the store makes of the same statement', async () => {
  await using stack = new AsyncDisposableStack();
  const stored = await createTestDatabase(inject('databaseUrl'), inject('startedDatabaseUrl'));
  const identityProvider = await startTestIdentityProvider(stored);
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
  const platform = await start(stored);
  await insertKey(stored);
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

  const made = await createTestDatabase(inject('databaseUrl'), inject('startedDatabaseUrl'));
  await start(made);
  await loadStatements(made, world, loaded);

  const rowsIn = (databaseUrl: string) =>
    onConnection(databaseUrl, async (client) => {
      const { rows } = await client.query<object>(
        `select subject, statement_id, verb, activity, registration, terms, refers_to, is_voided, dto_id,
           statement
         from lars.statements join lars.statement_ids
           using (statement_id, subject, stored, sequence)
         where statement_id = any($1::uuid[]) order by statement_id`,
        [numbers.map(idOf)],
      );
      return rows;
    });
  const expected = await rowsIn(stored);
  expect(expected).toHaveLength(numbers.length);
  expect(await rowsIn(made)).toEqual(expected);
});
