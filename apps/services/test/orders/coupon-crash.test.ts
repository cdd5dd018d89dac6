import { sql } from 'kysely';
import type { SignedIn } from '@lectern/env/testing';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { afterTests, crashTimeoutInMs } from '../process.ts';
import { crashProduct, startCrashWorld, type CrashWorld } from './crash-world.ts';
import { rowsOf } from '../rows.ts';

/*
 * Row 47, and a process that is killed (SIGKILL) while coupons are on their way to their licences, or their
 * licences are taken away. Each coupon is stopped at another step; what is left there is what the services
 * find that take over.
 */

const defer = afterTests();
let world: CrashWorld;

/** A coupon, and where it stops: a table, an event, and a condition on the rows. */
interface Step {
  readonly code: string;
  stop(person: SignedIn): readonly [table: string, event: string, condition: string];
}

const activated: Readonly<Record<string, Step>> = {
  'before the activation is written': {
    code: 'CRASH0000001',
    stop: () => [
      'osc.coupon_history',
      'insert',
      "new.coupon_code = 'CRASH0000001' and new.step > 1",
    ],
  },
  'after the activation, before anything of the licence': {
    code: 'CRASH0000002',
    stop: ({ subject }) => ['lima.license_orders', 'insert', `new.subject = '${subject}'`],
  },
  'when the licence order is written and the licence is not': {
    code: 'CRASH0000003',
    stop: ({ subject }) => ['lima.licenses', 'insert', `new.subject = '${subject}'`],
  },
  'when the licence is written and the coupon does not know': {
    code: 'CRASH0000004',
    stop: () => [
      'osc.coupons',
      'update',
      "new.coupon_code = 'CRASH0000004' and new.license_code is not null",
    ],
  },
};

const withdrawn: Readonly<Record<string, Step>> = {
  'before it is written': {
    code: 'CRASH0000005',
    stop: () => [
      'osc.coupon_history',
      'insert',
      "new.coupon_code = 'CRASH0000005' and new.coupon_state = 'WITHDRAWN'",
    ],
  },
  'before anything of the licence': {
    code: 'CRASH0000006',
    stop: ({ subject }) => ['lima.licenses', 'delete', `old.subject = '${subject}'`],
  },
};

const steps = [...Object.values(activated), ...Object.values(withdrawn)];
/** Owners of the coupons, one each, without anything else. */
const people = new Map<Step, SignedIn>();

const couponOf = (code: string) =>
  rowsOf(world.database, 'osc.coupons', { coupon_code: code }).one();

const activate = (step: Step) => {
  const person = people.get(step)!;
  const body = { subject: person.subject, coupon_code: step.code };
  return world.post('/coupon/activate', body, person);
};
const withdraw = ({ code }: Step) =>
  world.post('/coupon/changeState', {
    state_changes: [{ coupon_code: code, coupon_state: 'WITHDRAWN' }],
  });

/** The queue alone brings it to its end, and leaves nothing to do. */
async function settledLicenses(step: Step) {
  await vi.waitUntil(async () => {
    const { rows } = await sql`
        select from jobs.job where name = 'coupon-licenses' and state <> 'completed'
      `.execute(world.database);
    return rows.length === 0;
  });
  return rowsOf(world.database, 'lima.licenses', { subject: people.get(step)!.subject }).get(
    'license_code',
  );
}

let left: ReadonlyMap<string, string>;

beforeAll(async () => {
  world = await startCrashWorld(defer);
  const { database, post, stops } = world;
  for (const step of steps) people.set(step, await world.newPerson(step.code));
  const terms = { ...crashProduct, license_strategy: 'LICENSE_STRATEGY_USER', seats: 1 };
  const coupon_codes = steps.map(({ code }) => code);
  await post('/coupon/change', {
    new_coupons: { batch_identifier: 'crash', coupon_codes, ...terms },
  });
  for (const step of Object.values(withdrawn)) await activate(step);

  for (const [one, person] of people) await stops.addRows(...one.stop(person));
  await world.killOver([
    ...Object.values(activated).map(activate),
    ...Object.values(withdrawn).map(withdraw),
  ]);
  const coupons = await database.selectFrom('osc.coupons').selectAll().execute();
  left = new Map(coupons.map(({ coupon_code, coupon_state }) => [coupon_code, coupon_state]));
  await world.takeOver();
}, crashTimeoutInMs);

describe('row 47: a process that is killed while a coupon is activated', () => {
  test.each(Object.entries(activated))('%s', async (name, step) => {
    const isActivated = name !== 'before the activation is written';
    expect(left.get(step.code)).toBe(isActivated ? 'ACTIVE' : 'VALID');
    const licenses = await settledLicenses(step);
    expect(licenses).toHaveLength(isActivated ? 1 : 0);
    const { license_code } = await couponOf(step.code);
    expect(license_code).toBe(licenses[0]?.license_code ?? null);
  });
});

describe('a process that is killed while an active coupon is withdrawn', () => {
  test.each(Object.entries(withdrawn))('%s', async (name, step) => {
    const isWithdrawn = name !== 'before it is written';
    const licenses = await settledLicenses(step);
    expect((await couponOf(step.code)).coupon_state).toBe(isWithdrawn ? 'WITHDRAWN' : 'ACTIVE');
    expect(licenses).toHaveLength(isWithdrawn ? 0 : 1);
  });
});
