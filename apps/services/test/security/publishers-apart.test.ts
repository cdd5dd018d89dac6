import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Told } from '../marked/named-things.ts';
import { first } from '../marked/publishers.ts';
import { codeOf, makeBeforeAll, startBeforeAll } from '../platform.ts';
import {
  callOf,
  calls,
  isTaken,
  nothing,
  ofFirst,
  startTwoPublishers,
  who,
  type TwoPublishers,
} from './two-publishers.ts';

/*
 * A caller of the second publisher asks for things of the first, and hears the same as of things that do not exist: by
 * every call of the contract that names any.
 */

const publishers = startBeforeAll(startTwoPublishers);
const platform = makeBeforeAll(() => publishers.platform);
const callers = makeBeforeAll(() => publishers.callers);

const send: TwoPublishers['send'] = (...asked) => publishers.send(...asked);

/** Everything of the first publisher and its customer. */
async function everythingOfFirst(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('aua', 'osc', 'lima', 'gres') and table_type = 'BASE TABLE'
      and table_name not in ('audit_log')
    order by 1
  `.execute(platform.database);
  const marks: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.raw(name)} t where t::text ~* 'first' order by 1
    `.execute(platform.database);
    marks.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return marks.join('\n');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

describe.each(who)('row 67: to the %s of another publisher', (name) => {
  test('what is of a publisher looks like what does not exist', async () => {
    const before = await everythingOfFirst();
    const outcomes: Record<string, Told> = {};
    const wanted: Record<string, Told> = {};
    for (const served of calls.filter(({ title }) => !isTaken.has(title))) {
      outcomes[served.title] = await send(served, callers[name], ofFirst);
      wanted[served.title] = await send(served, callers[name], nothing);
    }
    expect(outcomes).toEqual(wanted);
    for (const { text } of Object.values(outcomes)) expect(text).not.toMatch(/first/i);
    expect(hashOf(await everythingOfFirst())).toBe(hashOf(before));
  });

  test('who asks for others is in the audit log', async () => {
    const caller = callers[name];
    expect((await send(callOf('aua.userGet'), caller, ofFirst)).status).toBe(404);
    const { refusals } = await platform.database
      .selectFrom('aua.audit_log')
      .select(({ fn }) => fn.countAll<string>().as('refusals'))
      .where('kind', '=', 'refusal')
      .where('code', '=', 'USER_NOT_FOUND')
      .where('token_subject', '=', caller.subject)
      .where('subject', '=', first.subject)
      .executeTakeFirstOrThrow();
    expect(Number(refusals)).toBeGreaterThan(0);
  });
});

test('an administrator is told of what is there: the test would see it', async () => {
  const reading = /Get|Search|Verify/;
  const seen: string[] = [];
  for (const served of calls.filter((call) => reading.test(call.name))) {
    const outcome = await send(served, callers.administrator, ofFirst);
    const wanted = await send(served, callers.administrator, nothing);
    if (outcome.status !== wanted.status || outcome.text !== wanted.text) seen.push(served.name);
  }
  expect(seen).toEqual(
    expect.arrayContaining([
      'couponSearch',
      'deviceGetForUser',
      'licenseGetForUser',
      'licenseOrderGetForUser',
      'licenseVerifyLicenseUsage',
      'orderSystemUserRelationGetInfo',
      'productVerifyUserAccess',
      'userGet',
      'userGetForProvider',
      'userGetIdentities',
      'userGetMandantGroups',
      'userGetProperties',
      'userGetRoles',
      'userExtendedSearch',
      'userQuickSearch',
    ]),
  );
});

describe.each(who)(
  'row 67: %s: what its own order system is asked to sell of another publisher',
  (name) => {
    const ordered = (mandant_identifier: string) => ({
      mandant_identifier,
      product_reference: mandant_identifier === 'SECOND' ? 'second-product' : first.product,
      license_strategy: 'LICENSE_STRATEGY_USER' as const,
      seats: 1,
    });
    const order_system_identifier = 'SECOND-SHOP';
    const id = () => randomUUID() as string;
    const tries: Record<string, (mandant: string) => Promise<unknown>> = {
      'order/createForProduct': (mandant) =>
        platform.as('osc', callers[name]).orderCreateForProduct({
          body: {
            subject: 'a-customer',
            order_system_identifier,
            external_id: id(),
            ...ordered(mandant),
            ordered_at: '2026-11-21T10:12:00+01:00',
          },
        }),
      'licenseOrder/save': (mandant) =>
        platform.as('lima', callers[name]).licenseOrderSave({
          body: {
            subject: 'a-customer',
            license_order: {
              order_system_identifier,
              license_order_identifier: id(),
              ...ordered(mandant),
              version: 0,
            },
          },
        }),
      'coupon/change': (mandant) =>
        platform.as('osc', callers[name]).couponChange({
          body: {
            new_coupons: {
              batch_identifier: id(),
              coupon_count: 1,
              order_system_identifier,
              ...ordered(mandant),
            },
          },
        }),
    };

    test.each(Object.keys(tries))('%s', async (call) => {
      for (const mandant of [first.mandant, nothing.mandant]) {
        expect(await codeOf(tries[call]!(mandant))).toBe('PRODUCT_NOT_FOUND');
      }
      expect(await codeOf(tries[call]!('SECOND'))).toBeUndefined();
    });
  },
);
