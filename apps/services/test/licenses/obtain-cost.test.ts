import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/index.ts';
import { recordPlans, type PlanNode, type PlanRecorder } from '../recorded-plans.ts';
import { startSchool } from './school.ts';
import { codeOf, makeBeforeAll } from '../platform.ts';
import { product } from './licensing.ts';
import { insertRows } from '../rows.ts';

/**
 * Counts of `explain (analyze)`, beside those of {@link PlanNode}.
 */
type CountedNode = PlanNode & {
  readonly 'Actual Rows'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly CountedNode[];
};

/** Rows looked at in passing, read and written, and the own one in each statement. */
const readAtMost = 32;

let recorder: PlanRecorder;

const school = makeBeforeAll(startSchool);
const database = makeBeforeAll(() => openDatabase(school.databaseUrl));
beforeAll(async () => {
  const lima = school.as('lima', 'pupil');
  for (const device_identifier of ['d1', 'd2']) {
    await lima.deviceUpdateForUser({ body: { subject: 'pupil', device: { device_identifier } } });
  }
  await fillWithOtherUsages();
  recorder = recordPlans({ mayReadWholeTables: true });
});
afterAll(async () => {
  recorder.stop();
  await database.destroy();
  await school.close();
});

/** So many usages of other licences that reading the whole table is never the cheaper way. */
async function fillWithOtherUsages(): Promise<void> {
  await sql`
    insert into lima.license_usages (license_code, license_usage_id, subject, device_identifier,
      mandant_identifier, product_reference, obtained_at, expires_at, due_at)
    select 'other-' || place % 1000, gen_random_uuid(), 'other-' || place, 'd1', 'M', 'P',
      now() - interval '2 days', now() + interval '1 hour', now() + interval '1 hour'
    from generate_series(1, 4000) place
  `.execute(database);
}

/** A licence of the pupil with so many usages of others; those are due where it is said. */
async function newLicense(usages: number, seats: number, due: 'now' | 'later'): Promise<string> {
  const license_code = randomUUID();
  await insertRows(database, 'lima.licenses', {
    subject: 'pupil',
    license_code,
    license_strategy: 'LICENSE_STRATEGY_USER',
    ...product,
    seats,
  });
  await sql`
    insert into lima.license_usages (license_code, license_usage_id, subject, device_identifier,
      mandant_identifier, product_reference, obtained_at, expires_at, due_at)
    select ${license_code}, gen_random_uuid(), 'guest-' || place, 'd1', 'M', 'P',
      now() - interval '2 days', now() + interval '1 hour',
      case when ${due === 'now'} then now() - interval '1 day' else now() + interval '1 hour' end
    from generate_series(1, ${usages}::integer) place
  `.execute(database);
  await sql`insert into lima.seats (license_code, taken) values (${license_code}, ${usages})`.execute(
    database,
  );
  await sql`analyze lima.license_usages`.execute(database);
  return license_code;
}

/** How many usages PostgreSQL reads while the pupil obtains one, and what comes of it. */
async function costOf(license_code: string, device_identifier: string) {
  let refusal: string | undefined;
  const plans = await recorder.record(async () => {
    refusal = await codeOf(
      school.as('lima', 'pupil').licenseObtainLicenseUsage({
        body: {
          subject: 'pupil',
          license_code,
          ...product,
          device_identifier,
          license_usage_consistency_type: 'LICENSE_USAGE_CONSISTENCY_TYPE_VOLATILE',
        },
      }),
    );
  });
  return { refusal, usages: plans.reduce((sum, { plan }) => sum + usagesReadBy(plan), 0) };
}

function usagesReadBy(node: CountedNode): number {
  const isRead =
    node['Relation Name']?.startsWith('license_usages') && node['Node Type'].endsWith('Scan');
  const rows =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  const below = (node.Plans ?? []).reduce((sum, plan) => sum + usagesReadBy(plan), 0);
  return below + (isRead ? rows * (node['Actual Loops'] ?? 0) : 0);
}

test.each([
  { due: 'later', seats: 100_000, refusal: undefined },
  { due: 'now', seats: 100_000, refusal: undefined },
  { due: 'later', seats: 100, refusal: 'LICENSE_SEATS_TAKEN' },
] as const)(
  'among 5,000 usages no more are read than among 100: due $due, of $seats seats',
  async ({ due, seats, refusal }) => {
    const few = await newLicense(100, seats, due);
    const many = await newLicense(5_000, seats, due);
    for (const device of ['d1', 'd2']) {
      for (const code of [few, many]) {
        const cost = await costOf(code, device);
        expect(cost.refusal).toBe(refusal);
        expect(cost.usages).toBeLessThanOrEqual(readAtMost);
      }
    }
  },
);
