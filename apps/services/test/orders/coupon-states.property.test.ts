import { readFile } from 'node:fs/promises';
import {
  couponState,
  couponTransitions,
  mayCouponChange,
  type CouponState,
} from '@lectern/contracts/calls/orders/coupon';
import { createTestDatabase } from '@lectern/env/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDatabase, type Database } from '../../src/index.ts';
import { couponAdministrationHandlers } from '../../src/orders/coupon/administration.ts';
import { couponHandlers } from '../../src/orders/coupon/redeem.ts';
import { terms } from './coupons.ts';
import { limitOfRounds, roundsOf } from '../../../../test/rounds.ts';
import { insertRows, rowsOf } from '../rows.ts';

/*
 * The states of a coupon: the table of the contract, the same table in the docs, and any sequence of
 * calls, which never leaves it. The handlers themselves are called: requests with codes are counted.
 */

let database: Database;
let coupons: ReturnType<typeof couponHandlers>;
let administration: ReturnType<typeof couponAdministrationHandlers>;
/** Coupons of which a licence was to be made or taken away. */
const enqueued: string[] = [];

beforeAll(async () => {
  const url = await createTestDatabase(inject('databaseUrl'), inject('startedDatabaseUrl'));
  database = openDatabase(url);
  const { mandant_identifier, product_reference } = terms;
  await insertRows(database, 'lima.products', {
    mandant_identifier,
    product_reference,
    title: 'Wasser',
    article_numbers: [],
    device_maximum: null,
  });
  const couponLicenses = {
    enqueue: async (_transaction: Database, code: string) => void enqueued.push(code),
    tryNow: async () => undefined,
  };
  const directory = { resolve: async (subject: string) => subject };
  coupons = couponHandlers({ database, couponLicenses });
  administration = couponAdministrationHandlers({ database, directory, couponLicenses });
});
afterAll(() => database.destroy());

/** A person's action on a coupon. */
type Step =
  | { readonly by: string; readonly call: 'activate' }
  | { readonly call: 'change'; readonly to: CouponState; readonly subject: string };

const person = fc.constantFrom('mia', 'ben', 'lea');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ call: fc.constant('activate' as const), by: person }),
  fc.record({
    call: fc.constant('change' as const),
    to: fc.constantFrom(...couponState.options),
    subject: person,
  }),
);

const around = (subject: string) => ({
  caller: {
    subject,
    clientId: 'shell',
    issued: { sub: subject },
    permissions: new Set(['mandant.any']),
  } as never,
  query: {} as never,
  correlationId: 'property',
  signal: undefined,
  refusal: (code: string) => new Error(code) as never,
  record: (async () => {}) as never,
});

let batches = 0;

async function newCoupon(): Promise<string> {
  const new_coupons = { batch_identifier: `batch-${++batches}`, coupon_count: 1, ...terms };
  const { results } = await administration.couponChange({
    ...around('shop'),
    body: { new_coupons },
  });
  return results[0]!.coupon_code.replaceAll('-', '');
}

/** @returns the result state, the refusal of the coupon, or the code of the error. */
async function take(coupon_code: string, step: Step): Promise<string> {
  if (step.call === 'activate') {
    const body = { subject: step.by, coupon_code };
    return coupons.couponActivate({ ...around(step.by), body }).then(
      (answer) => answer.result_state ?? 'OK',
      (error: unknown) => (error as Error).message,
    );
  }
  const change = {
    coupon_code,
    coupon_state: step.to,
    ...(step.to === 'ASSIGNED' && { assigned_subject: step.subject }),
  };
  const { results } = await administration.couponChangeState({
    ...around('shop'),
    body: { state_changes: [change] },
  });
  return results[0]!.refusal ?? results[0]!.outcome;
}

interface Model {
  readonly state: CouponState;
  readonly subject?: string;
  readonly wasActive?: boolean;
}

/** Expected result of a step, and the coupon's state then, by the table alone. */
function predict(model: Model, step: Step): [outcome: string, next: Model] {
  const { state, subject } = model;
  if (step.call === 'activate') {
    const isReserved = subject !== undefined && !model.wasActive && subject !== step.by;
    if (isReserved) return ['COUPON_NOT_FOUND', model];
    if (state === 'WITHDRAWN') return ['COUPON_WITHDRAWN', model];
    if (state === 'ACTIVE') return [subject === step.by ? 'IA_OK' : 'COUPON_USED', model];
    return ['OK', { state: 'ACTIVE', subject: step.by, wasActive: true }];
  }
  if (step.to === state) {
    const isSame = state !== 'ASSIGNED' || subject === step.subject;
    return [isSame ? 'UNCHANGED' : 'COUPON_TRANSITION_FORBIDDEN', model];
  }
  if (!mayCouponChange(state, step.to)) return ['COUPON_TRANSITION_FORBIDDEN', model];
  if (step.to === 'VALID') return ['CHANGED', { state: 'VALID' }];
  if (step.to === 'ASSIGNED') return ['CHANGED', { state: 'ASSIGNED', subject: step.subject }];
  const wasActive = model.wasActive === true || step.to === 'ACTIVE';
  return ['CHANGED', { ...model, state: step.to, wasActive }];
}

async function stored(code: string) {
  const coupon = await rowsOf(database, 'osc.coupons', { coupon_code: code }).one();
  const history = await rowsOf(database, 'osc.coupon_history', { coupon_code: code }, 'step').get();
  return {
    coupon,
    states: history.map(({ coupon_state }) => coupon_state as CouponState),
    history,
  };
}

/** The history begins with VALID, follows the table, and ends with the state that the coupon has. */
async function expectWithinTable(code: string): Promise<void> {
  const { coupon, states, history } = await stored(code);
  expect(states[0]).toBe('VALID');
  expect(states.at(-1)).toBe(coupon.coupon_state);
  expect(history.map(({ step }) => step)).toEqual(states.map((_, index) => index + 1));
  for (const [index, to] of states.slice(1).entries()) {
    expect(Object.keys(couponTransitions[states[index]!])).toContain(to);
  }
  const times = history.map(({ changed_at }) => changed_at.getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  // Each time that a licence was to come or go, and no other time.
  const concerning = states.filter(
    (to, index) => to === 'ACTIVE' || states[index - 1] === 'ACTIVE',
  );
  const firstOnes = enqueued.filter((candidate) => candidate === code).length;
  expect(firstOnes).toBeGreaterThanOrEqual(concerning.length);
  expect(firstOnes > 0).toBe(concerning.length > 0);
}

test('the docs have the table of the contract', async () => {
  const page = await readFile(
    new URL('../../../../docs/operate/coupons.md', import.meta.url),
    'utf8',
  );
  const rows = [...page.matchAll(/^\| ([A-Z]+) +\| ([A-Z]+) +\| (.+?) +\|$/gm)].map(
    ([, from, to, text]) => [from, to, text],
  );
  const table = Object.entries(couponTransitions).flatMap(([from, next]) =>
    Object.entries(next).map(([to, text]) => [from, to, text]),
  );
  expect(rows).toEqual(table);
});

test(
  'any sequence of calls does what the table says',
  { timeout: limitOfRounds(120_000) },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const code = await newCoupon();
        let model: Model = { state: 'VALID' };
        for (const step of steps) {
          const outcome = await take(code, step);
          const [expected, next] = predict(model, step);
          expect(outcome).toBe(expected);
          model = next;
        }
        const { coupon } = await stored(code);
        expect(coupon.coupon_state).toBe(model.state);
        expect(coupon.assigned_subject).toBe(model.subject ?? null);
        await expectWithinTable(code);
      }),
      { numRuns: roundsOf(60) },
    );
  },
);

test('nor do calls at the same time leave it', { timeout: limitOfRounds(120_000) }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
      const code = await newCoupon();
      await Promise.all(steps.map((step) => take(code, step)));
      await expectWithinTable(code);
      // However many tried, one person at most has activated it.
      const { states } = await stored(code);
      expect(states.filter((state) => state === 'ACTIVE').length).toBeLessThanOrEqual(1);
    }),
    { numRuns: roundsOf(40) },
  );
});
