import { createTestDatabase } from '@lectern/env/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { openDatabase, type Database } from '../../src/index.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { ensureBuiltInRoles } from '../../src/users/built-in-roles.ts';

let database: Database;

beforeAll(async () => {
  const databaseUrl = await createTestDatabase(inject('databaseUrl'));
  await migrate(databaseUrl);
  database = openDatabase(databaseUrl);
  await ensureBuiltInRoles(database);
});
afterAll(() => database.destroy());
beforeEach(async () => {
  await database.deleteFrom('aua.user_roles').execute();
  await database.deleteFrom('aua.subject_links').execute();
});

const give = (subject: string, role: string) =>
  database.insertInto('aua.user_roles').values({ subject, role }).execute();
const administrators = async () => {
  const rows = await database
    .selectFrom('aua.user_roles')
    .select('subject')
    .where('role', '=', 'administrator')
    .orderBy('subject')
    .execute();
  return rows.map(({ subject }) => subject);
};
const recorded = (subject: string) =>
  database
    .selectFrom('aua.audit_log')
    .select(['kind', 'call', 'token_subject', 'change'])
    .where('subject', '=', subject)
    .execute();

test('is made at the first start, and that is on record once', async () => {
  await ensureBuiltInRoles(database, 'ada');
  await ensureBuiltInRoles(database, 'ada');
  await ensureBuiltInRoles(database, 'eve');
  expect(await administrators()).toEqual(['ada']);
  expect(await recorded('ada')).toEqual([
    { kind: 'change', call: 'start', token_subject: null, change: { given: 'administrator' } },
  ]);
  expect(await recorded('eve')).toEqual([]);
});

test('is not made where another role gives somebody the same power', async () => {
  const role = 'principal';
  await database
    .insertInto('aua.roles')
    .values({ role, description: '', built_in: false })
    .execute();
  await database
    .insertInto('aua.role_permissions')
    .values(['role.assign', 'role.manage'].map((permission) => ({ role, permission })))
    .execute();
  await give('paula', role);
  await ensureBuiltInRoles(database, 'bea');
  expect(await administrators()).toEqual([]);
});

test('is made where the only administrator has become somebody else', async () => {
  await give('old', 'administrator');
  await database
    .insertInto('aua.subject_links')
    .values({ from_subject: 'old', to_subject: 'new' })
    .execute();
  await ensureBuiltInRoles(database, 'cleo');
  expect(await administrators()).toEqual(['cleo', 'old']);
  expect(await recorded('cleo')).toHaveLength(1);

  // Named is who holds the role already, to no avail: the start goes on, and nothing is recorded.
  await database.deleteFrom('aua.user_roles').where('subject', '=', 'cleo').execute();
  await ensureBuiltInRoles(database, 'old');
  expect(await recorded('old')).toEqual([]);
});
