import { services } from '@lectern/contracts';
import { sql, type ControlledTransaction } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import type { Database, Tables } from '../../src/index.ts';
import { startTestProcess, type TestProcess } from '../process.ts';
import { terms } from './coupons.ts';

/*
 * Row 47, and a process that is killed (SIGKILL) while a coupon is on its way to its licence, or its
 * licence is taken away. A lock on a table holds the process at a step; what is left there is what the
 * next process finds.
 */

const patienceInMs = 20_000;
const code = 'CRASH0000001';

/** Somebody who may make coupons and redeem them. */
interface Person {
  readonly subject: string;
  readonly token: string;
}

async function prepare(database: Database, { subject }: Person): Promise<void> {
  await database.insertInto('aua.user_roles').values({ subject, role: 'administrator' }).execute();
  await sql`
    insert into lima.products (mandant_identifier, product_reference, title)
    values (${terms.mandant_identifier}, ${terms.product_reference}, 'Wasser')
  `.execute(database);
}

async function post({ url }: TestProcess, { subject, token }: Person, path: string, body: object) {
  const response = await fetch(`${url}${services.osc.base}${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Ia-Correlation-Id': 'crash',
      'X-Ia-Subject': subject,
      'X-Ia-Roles': '',
      Authorization: `Bearer ${token}`,
    },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}

/** Resolves when somebody waits for a lock of this table. */
function waitsFor(database: Database, table: string): Promise<unknown> {
  return vi.waitUntil(
    async () => {
      const { rows } = await sql`
        select from pg_locks where not granted and relation = ${table}::regclass
      `.execute(database);
      return rows.length > 0;
    },
    { timeout: patienceInMs },
  );
}

/** In whose way a process is put; `share` lets it lock rows, but write none. */
async function hold(
  database: Database,
  table: string,
  mode: 'share' | 'access exclusive',
): Promise<ControlledTransaction<Tables>> {
  const holding = await database.startTransaction().execute();
  await sql`lock table ${sql.table(table)} in ${sql.raw(mode)} mode`.execute(holding);
  return holding;
}

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
  platform: TestProcess,
  tables: readonly string[],
  begin: () => Promise<void>,
) {
  const { database } = platform;
  const [first, ...others] = tables;
  let holding = await hold(database, first!, 'access exclusive');
  const call = begin().then(
    () => 'answered',
    () => 'broken off',
  );
  await waitsFor(database, first!);
  for (const table of others) {
    const next = await hold(database, table, 'share');
    await holding.rollback().execute();
    holding = next;
    await waitsFor(database, table);
  }
  platform.kill('SIGKILL');
  await platform.exited;
  expect(await call).toBe('broken off');
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
  const platform = await startTestProcess();
  const person = await platform.identityProvider.signIn('mia');
  await prepare(platform.database, person);
  await post(platform, person, '/coupon/change', {
    new_coupons: { batch_identifier: 'crash', coupon_codes: [code], ...terms },
  });
  const activate = () =>
    post(platform, person, '/coupon/activate', { subject: person.subject, coupon_code: code });
  return { platform, person, activate };
}

describe('a process that is killed while a coupon is activated', () => {
  test.each(Object.entries(steps))(
    '%s',
    async (name, tables) => {
      const { platform, person, activate } = await start();
      const { database } = platform;
      await killAt(platform, tables, activate);
      const isActivated = name !== 'before the activation is written';
      await vi.waitUntil(
        async () => (await couponOf(database)).coupon_state === (isActivated ? 'ACTIVE' : 'VALID'),
      );
      await platform.startAgain();
      const licenses = await settledLicenses(database, person.subject);
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
      const { platform, person, activate } = await start();
      const { database } = platform;
      await activate();
      await killAt(platform, tables, () =>
        post(platform, person, '/coupon/changeState', {
          state_changes: [{ coupon_code: code, coupon_state: 'WITHDRAWN' }],
        }),
      );
      const isWithdrawn = name !== 'before it is written';
      await platform.startAgain();
      const licenses = await settledLicenses(database, person.subject);
      expect((await couponOf(database)).coupon_state).toBe(isWithdrawn ? 'WITHDRAWN' : 'ACTIVE');
      expect(licenses).toHaveLength(isWithdrawn ? 0 : 1);
    },
    120_000,
  );
});
