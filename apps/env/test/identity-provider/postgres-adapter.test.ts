import { errors } from 'oidc-provider';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { PostgresAdapter } from '../../src/identity-provider/storage/postgres-adapter.ts';
import { createSchema, purgeExpired } from '../../src/identity-provider/storage/schema.ts';
import { createTestDatabase } from '../../testing/index.ts';

let pool: Pool;
let tokens: PostgresAdapter;
let grants: PostgresAdapter;
let sessions: PostgresAdapter;
beforeAll(async () => {
  pool = new Pool({ connectionString: await createTestDatabase(inject('databaseUrl')) });
  await createSchema(pool);
  tokens = new PostgresAdapter(pool, 'RefreshToken');
  grants = new PostgresAdapter(pool, 'Grant');
  sessions = new PostgresAdapter(pool, 'Session');
});
afterAll(() => pool.end());

describe('what is stored', () => {
  test('is found by id, unchanged, whatever characters it holds', async () => {
    const payload = { params: { state: '\0 "\\ \u{1F600} \u2028' }, exp: 1 };
    await sessions.upsert('odd', payload, 60);
    expect(await sessions.find('odd')).toEqual(payload);
  });

  test('is replaced by the next with its id', async () => {
    await sessions.upsert('twice', { uid: 'first' }, 60);
    await sessions.upsert('twice', { uid: 'second' }, 60);
    expect(await sessions.findByUid('first')).toBeUndefined();
    expect(await sessions.findByUid('second')).toEqual({ uid: 'second' });
  });

  test('is found by its user code', async () => {
    await tokens.upsert('device', { userCode: 'ABCD' }, 60);
    expect(await tokens.findByUserCode('ABCD')).toEqual({ userCode: 'ABCD' });
  });

  test('belongs to its model', async () => {
    await tokens.upsert('same', { scope: 'token' }, 60);
    expect(await grants.find('same')).toBeUndefined();
  });

  test('is gone once destroyed, and destroying nothing is no error', async () => {
    await tokens.upsert('gone', {}, 60);
    await tokens.destroy('gone');
    await tokens.destroy('gone');
    expect(await tokens.find('gone')).toBeUndefined();
  });

  test.each(['absent', '', 'a\0b', '\ud800'])('is not found by %j', async (id) => {
    expect(await tokens.find(id)).toBeUndefined();
  });
});

describe('consuming', () => {
  test('marks with the time, and storing again does not undo it', async () => {
    await tokens.upsert('used', { scope: 'a' }, 60);
    await tokens.consume('used');
    await tokens.upsert('used', { scope: 'b' }, 60);
    const { consumed, scope } = (await tokens.find('used')) ?? {};
    expect(scope).toBe('b');
    expect(Math.abs(Date.now() / 1000 - Number(consumed))).toBeLessThan(5);
  });

  test('succeeds once of twenty in parallel, and ends the family', async () => {
    await grants.upsert('family', {}, 60);
    await tokens.upsert('raced', { grantId: 'family' }, 60);
    await tokens.upsert('sibling', { grantId: 'family' }, 60);
    await tokens.upsert('stranger', { grantId: 'other' }, 60);
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () => tokens.consume('raced')),
    );
    const failures = tries.filter((result) => result.status === 'rejected');
    expect(failures).toHaveLength(19);
    for (const { reason } of failures) expect(reason).toBeInstanceOf(errors.InvalidGrant);
    expect(await grants.find('family')).toBeUndefined();
    expect(await tokens.find('sibling')).toBeUndefined();
    expect(await tokens.find('stranger')).toBeDefined();
  });
});

test("revoking a grant removes this model's artifacts of it and no others", async () => {
  await tokens.upsert('a', { grantId: 'revoked' }, 60);
  await tokens.upsert('b', { grantId: 'kept' }, 60);
  await sessions.upsert('c', { grantId: 'revoked' }, 60);
  await tokens.revokeByGrantId('revoked');
  expect(await tokens.find('a')).toBeUndefined();
  expect(await tokens.find('b')).toBeDefined();
  expect(await sessions.find('c')).toBeDefined();
});

test('the purge removes what has expired and what never expires stays', async () => {
  await tokens.upsert('expired', {}, -1);
  await tokens.upsert('fresh', {}, 60);
  await tokens.upsert('eternal', {});
  await purgeExpired(pool);
  expect(await tokens.find('expired')).toBeUndefined();
  expect(await tokens.find('fresh')).toBeDefined();
  expect(await tokens.find('eternal')).toBeDefined();
});
