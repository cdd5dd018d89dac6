import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '@lectern/env/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { openDatabase, type Database } from '../../src/index.ts';
import { lockByName } from '../../src/storage/advisory-lock.ts';
import { subjectOfPrimaryIssuer } from '../../src/authorization/primary-subjects.ts';
import { ensureBuiltInRoles } from '../../src/users/built-in-roles.ts';
import { openTransaction, somebodyWaitsForName } from '../commands/locks.ts';
import { giveRole, linkSubject } from '../platform.ts';
import { insertRows, rowsOf } from '../rows.ts';

let database: Database;

beforeAll(async () => {
  const databaseUrl = await createTestDatabase(inject('databaseUrl'), inject('startedDatabaseUrl'));
  database = openDatabase(databaseUrl);
  await ensureBuiltInRoles(database);
});
afterAll(() => database.destroy());
beforeEach(async () => {
  await database.deleteFrom('aua.user_roles').execute();
  await database.deleteFrom('aua.subject_links').execute();
  await database.deleteFrom('aua.subject_jobs').execute();
});

const give = (subject: string, role: string) => giveRole(database, subject, role);
const administrators = async () => {
  const rows = await rowsOf(database, 'aua.user_roles', { role: 'administrator' }, 'subject').get(
    'subject',
  );
  return rows.map(({ subject }) => subject);
};
const runErasure = (subject: string) =>
  insertRows(database, 'aua.subject_jobs', {
    subject,
    job_id: randomUUID(),
    kind: 'erase',
    to_subject: null,
    requested_by: 'test',
    correlation_id: 'test',
  });
const recorded = (subject: string) =>
  rowsOf(database, 'aua.audit_log', { subject }).get('kind', 'call', 'token_subject', 'change');

test('is named as the identity provider does', async () => {
  await ensureBuiltInRoles(database, 'Müller');
  expect(await administrators()).toEqual([subjectOfPrimaryIssuer('Müller')]);
});

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
  await insertRows(database, 'aua.roles', { role, description: '', built_in: false });
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
  await linkSubject(database, 'old', 'new');
  await ensureBuiltInRoles(database, 'cleo');
  expect(await administrators()).toEqual(['cleo', 'old']);
  expect(await recorded('cleo')).toHaveLength(1);
});

const refusal = {
  kind: 'refusal',
  call: 'start',
  token_subject: null,
  change: { given: 'administrator' },
};

test.each(['from', 'to'])(
  'is not made of a subject that a link leads %s: the start goes on, and that is on record',
  async (end) => {
    const other = `other-${end}`;
    const [from_subject, to_subject] = end === 'from' ? [end, other] : [other, end];
    await linkSubject(database, from_subject, to_subject);
    await ensureBuiltInRoles(database, end);
    expect(await administrators()).toEqual([]);
    expect(await recorded(end)).toEqual([refusal]);
    expect(await recorded(other)).toEqual([]);
  },
);

test('is not made of a subject that is being erased', async () => {
  await runErasure('leaving');
  await ensureBuiltInRoles(database, 'leaving');
  expect(await administrators()).toEqual([]);
  expect(await recorded('leaving')).toEqual([refusal]);
});

describe('beside an import, which keeps roles as they are until its end', () => {
  const beginImport = async () => {
    const importing = await openTransaction(database);
    await lockByName(importing, 'aua.roles', 'shared');
    await lockByName(importing, 'aua.subject-links');
    return importing;
  };

  test('a start that finds everything there waits for nobody', async () => {
    await give('ada', 'administrator');
    const importing = await beginImport();
    await lockByName(importing, 'aua.administrators');
    await ensureBuiltInRoles(database);
    await ensureBuiltInRoles(database, 'eve');
    expect(await administrators()).toEqual(['ada']);
  });

  test('the first administrator is made after it, if there is none then', async () => {
    const importing = await beginImport();
    const starting = ensureBuiltInRoles(database, 'eve');
    await somebodyWaitsForName(database);
    await giveRole(importing, 'ada', 'administrator');
    await importing.commit().execute();
    await starting;
    expect(await administrators()).toEqual(['ada']);
  });

  test('a built-in role that is missing is made after it', async () => {
    const ofSupport = database.updateTable('aua.roles').where('role', '=', 'support');
    await ofSupport.set({ built_in: false }).execute();
    const importing = await beginImport();
    const starting = ensureBuiltInRoles(database);
    await somebodyWaitsForName(database);
    await importing.commit().execute();
    await starting;
    const role = await rowsOf(database, 'aua.roles', { role: 'support' }).one('built_in');
    expect(role.built_in).toBe(true);
  });
});

describe('a permission that is new in the contract', () => {
  const isGiven = async () => {
    const row = await database
      .selectFrom('aua.role_permissions')
      .select('role')
      .where('permission', '=', 'user.manage')
      .where('role', '=', 'administrator')
      .executeTakeFirst();
    return row !== undefined;
  };
  /** As an installation is whose contract did not have it yet. */
  const forget = async () => {
    for (const table of ['aua.role_permissions', 'aua.permissions'] as const) {
      await database.deleteFrom(table).where('permission', '=', 'user.manage').execute();
    }
  };
  beforeEach(forget);

  test('is given to a built-in role', async () => {
    await runErasure('ada');
    await give('ada', 'administrator');
    await ensureBuiltInRoles(database);
    expect(await isGiven()).toBe(true);
  });

  test('is not given where somebody holds the role to whom another account leads', async () => {
    await give('lea', 'administrator');
    await linkSubject(database, 'old-lea', 'lea');
    await ensureBuiltInRoles(database);
    expect(await isGiven()).toBe(false);
    const entries = await database
      .selectFrom('aua.audit_log')
      .select(['kind', 'code', 'change'])
      .where('call', '=', 'start')
      .where('subject', 'is', null)
      .execute();
    expect(entries).toEqual([
      {
        kind: 'refusal',
        code: 'SUBJECT_LINKED',
        change: { role_name: 'administrator', attached: ['user.manage'] },
      },
    ]);
  });
});
