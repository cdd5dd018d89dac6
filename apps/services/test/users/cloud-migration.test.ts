import { expect, test } from 'vitest';
import { codeOf, makeBeforeEach, startBeforeAll } from '../platform.ts';
import { startLifecycle } from './lifecycle.ts';

const lifecycle = startBeforeAll(startLifecycle);

const anna = makeBeforeEach(() => lifecycle.newPerson());

test('goes from not started to running to finalized, and repeats change nothing', async () => {
  const aua = lifecycle.platform.as('aua', anna);
  await aua.userUpdateUserInfo();
  expect(await codeOf(aua.userFinalizedCloudMigration())).toBe('MIGRATION_NOT_STARTED');
  await expect(aua.userStartCloudMigration()).resolves.toMatchObject({
    result_state: 'OK',
    migration: { state_before: 'NOT_STARTED', state: 'RUNNING' },
  });
  await expect(aua.userStartCloudMigration({ body: {} })).resolves.toMatchObject({
    result_state: 'IA_OK',
    migration: { state_before: 'RUNNING', state: 'RUNNING' },
  });
  await expect(aua.userFinalizedCloudMigration()).resolves.toMatchObject({
    result_state: 'OK',
    migration: { state_before: 'RUNNING', state: 'FINALIZED' },
  });
  await expect(aua.userFinalizedCloudMigration()).resolves.toMatchObject({
    result_state: 'IA_OK',
  });
  await expect(aua.userStartCloudMigration()).resolves.toMatchObject({
    result_state: 'IA_OK',
    migration: { state: 'FINALIZED' },
  });
});

test('is not that of a user who does not exist', async () => {
  expect(await codeOf(lifecycle.platform.as('aua', anna).userStartCloudMigration())).toBe(
    'USER_NOT_FOUND',
  );
});
