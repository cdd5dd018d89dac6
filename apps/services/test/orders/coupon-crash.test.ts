import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import type { Database } from '../../src/index.ts';
import { crashProduct, hold, startCrashWorld, waitsFor, type CrashWorld } from './crash-world.ts';

/*
 * Row 47, and a process that is killed (SIGKILL) while a coupon is on its way to its licence, or its
 * licence is taken away. A lock on a table holds the process at a step; what is left there is what the
 * next process finds.
 */

const code = 'CRASH0000001';

/**
 * Where the process is held, one step after the other: the table that it waits for is only let go when
 * that of the next step is held.
 */
const steps = {
  'before the activation is written': ['osc.coupon_history'],
  'after the activation, before anything of the licence': ['lima.license_orders'],
  'when the licence order is written and the licence is not': ['lima.licenses'],
  'when the licence is written and the coupon does not know': ['lima.licenses', 'osc.coupons'],
} as const;

async function killAt(
  { database, killOver }: CrashWorld,
  tables: readonly string[],
  begin: () => Promise<unknown>,
) {
  const [first, ...others] = tables;
  let holding = await hold(database, first!);
  const call = begin();
  await waitsFor(database, first!);
  for (const table of others) {
    const next = await hold(database, table, 'share');
    await holding.rollback().execute();
    holding = next;
    await waitsFor(database, table);
  }
  await killOver(call);
  await holding.rollback().execute();
}

const couponOf = (database: Database) =>
  database
    .selectFrom('osc.coupons')
    .selectAll()
    .where('coupon_code', '=', code)
    .executeTakeFirstOrThrow();

/** Nobody asks again: the queue alone brings it to its end, and leaves nothing to do. */
async function settledLicenses(database: Database, subject: string) {
  await vi.waitUntil(
    async () => {
      const { rows } = await sql`
        select from jobs.job where name = 'coupon-licenses' and state <> 'completed'
      `.execute(database);
      return rows.length === 0;
    },
    { timeout: 90_000, interval: 500 },
  );
  return database
    .selectFrom('lima.licenses')
    .select('license_code')
    .where('subject', '=', subject)
    .execute();
}

async function start() {
  const world = await startCrashWorld();
  const { post, subject } = world;
  const terms = { ...crashProduct, license_strategy: 'LICENSE_STRATEGY_USER', seats: 1 };
  await post('/coupon/change', {
    new_coupons: { batch_identifier: 'crash', coupon_codes: [code], ...terms },
  });
  return { world, activate: () => post('/coupon/activate', { subject, coupon_code: code }) };
}

describe('a process that is killed while a coupon is activated', () => {
  test.each(Object.entries(steps))(
    '%s',
    async (name, tables) => {
      const { world, activate } = await start();
      const { database, process, subject } = world;
      await killAt(world, tables, activate);
      const isActivated = name !== 'before the activation is written';
      await expect
        .poll(() => couponOf(database))
        .toMatchObject({ coupon_state: isActivated ? 'ACTIVE' : 'VALID' });
      await process.startAgain();
      const licenses = await settledLicenses(database, subject);
      expect(licenses).toHaveLength(isActivated ? 1 : 0);
      const { license_code } = await couponOf(database);
      expect(license_code).toBe(licenses[0]?.license_code ?? null);
    },
    120_000,
  );
});

describe('a process that is killed while an active coupon is withdrawn', () => {
  test.each([
    ['before it is written', ['osc.coupon_history']],
    ['before anything of the licence', ['lima.license_orders']],
  ])(
    '%s',
    async (name, tables) => {
      const { world, activate } = await start();
      const { database, process, subject } = world;
      await activate();
      await killAt(world, tables, () =>
        world.post('/coupon/changeState', {
          state_changes: [{ coupon_code: code, coupon_state: 'WITHDRAWN' }],
        }),
      );
      const isWithdrawn = name !== 'before it is written';
      await process.startAgain();
      const licenses = await settledLicenses(database, subject);
      expect((await couponOf(database)).coupon_state).toBe(isWithdrawn ? 'WITHDRAWN' : 'ACTIVE');
      expect(licenses).toHaveLength(isWithdrawn ? 0 : 1);
    },
    120_000,
  );
});
