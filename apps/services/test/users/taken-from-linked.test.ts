import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@lectern/env/testing';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  codeOf,
  giveRole,
  linkSubject,
  makeBeforeAll,
  makeBeforeEach,
  startBeforeAll,
} from '../platform.ts';
import { startLifecycle } from './lifecycle.ts';
import { insertRows, rowsOf } from '../rows.ts';

/* Taking from a person takes under each name, and neither an undo nor the move brings anything back. */

const lifecycle = startBeforeAll(startLifecycle);
let group_id: string;

const order_system_identifier = 'SHOP';
const product = { mandant_identifier: 'LECTERN', product_reference: 'wasser' };

const database = makeBeforeAll(() => lifecycle.platform.database);
const administrator = makeBeforeAll(() => lifecycle.newPerson('administrator'));
beforeAll(async () => {
  await database
    .insertInto('lima.products')
    .values({ ...product, title: 'Wasser', article_numbers: [], device_maximum: null })
    .execute();
  await insertRows(database, 'osc.order_systems', {
    order_system_identifier,
    connector_id: 'shop',
    client_id: 'shop',
    client_issuer: null,
    notification_address: 'https://shop.example/',
    notification_key: 'key',
    orders_address: null,
    orders_token: null,
    mandant_identifiers: [product.mandant_identifier],
  });
});

const as = <Service extends 'aua' | 'gres' | 'lima' | 'osc'>(service: Service, who: SignedIn) =>
  lifecycle.platform.as(service, who);

const teacher = makeBeforeEach(() => lifecycle.newPerson('teacher'));
const former = makeBeforeEach(() => lifecycle.newPerson());
const current = makeBeforeEach(() => lifecycle.newPerson());
beforeEach(async () => {
  await Promise.all([former, current].map((who) => as('aua', who).userUpdateUserInfo()));
  const { group } = await as('gres', teacher).groupsCreateNew({
    body: { subject: teacher.subject, group_id: randomUUID(), provider_id: 'BEOOK_1', name: '5b' },
  });
  group_id = group.group_id;
});

const aua = makeBeforeAll(() => as('aua', administrator));
const lima = makeBeforeAll(() => as('lima', administrator));
const osc = makeBeforeAll(() => as('osc', administrator));
const setRoles = ({ subject }: SignedIn, role_names: string[]) =>
  aua.userSetRoles({ body: { subject, role_names } });
const identityOf = ({ subject }: SignedIn) => ({
  subject,
  identity_provider_identifier: 'school',
  external_id: subject,
});

/** Rows of both names in a table. */
const rowsIn = (
  table: 'aua.user_roles' | 'lima.licenses' | 'gres.members' | 'osc.customers' | 'aua.identities',
) =>
  database
    .selectFrom(table)
    .selectAll()
    .where('subject', 'in', [former.subject, current.subject])
    .execute();

const order = () => ({
  subject: former.subject,
  license_order: {
    order_system_identifier,
    license_order_identifier: `of-${former.subject}`,
    ...product,
    license_strategy: 'LICENSE_STRATEGY_USER' as const,
    version: 0,
  },
});
const isMember = async (group_role: 'leader' | 'member', who = former) => {
  const membership = {
    group_id,
    subject: who.subject,
    group_role,
    membership_types: ['HasLicenses', 'MaySupport'],
  };
  const membership_state = 'accepted' as const;
  await database.insertInto('gres.members').values(membership).execute();
  await insertRows(database, 'gres.subject_groups', { ...membership, membership_state });
};
const revoke = () =>
  as('gres', teacher).groupsRevokeMemberships({
    body: { group_id, memberships: [{ subject: current.subject }] },
  });
interface Taking {
  readonly what: string;
  /** Gives it to the former name. */
  give(): Promise<unknown>;
  take(): Promise<unknown>;
  /** Rows that are left under either name. */
  left(): Promise<readonly unknown[]>;
}

const ofBoth = () => ({ subject: [former.subject, current.subject] });
const ordered = () => lima.licenseOrderSave({ body: order() });
const customers = (who: SignedIn, change: object) =>
  osc.orderSystemUserRelationNotifyChanges({
    body: {
      subject: who.subject,
      notification_id: randomUUID(),
      relation_changes: [{ order_system_identifier, ...change } as never],
    },
  });

const byAdministrators: readonly Taking[] = [
  {
    what: 'a role',
    give: () => setRoles(former, ['student', 'teacher']),
    take: () => setRoles(current, []),
    left: () => rowsIn('aua.user_roles'),
  },
  {
    what: 'a mandant group',
    give: () =>
      rowsOf(database, 'aua.users', { subject: former.subject }).set({
        mandant_groups: ['LECTERN'],
      }),
    take: () =>
      aua.userSetMandantGroups({ body: { subject: current.subject, mandant_groups: [] } }),
    left: async () =>
      (await rowsOf(database, 'aua.users', ofBoth()).get()).flatMap((user) => user.mandant_groups),
  },
  {
    what: 'an identity',
    give: () => insertRows(database, 'aua.identities', { ...identityOf(former), groups: [] }),
    take: () =>
      aua.userDeleteIdentity({ body: { ...identityOf(former), subject: current.subject } }),
    left: async () =>
      (await rowsIn('aua.identities')).filter((row) => JSON.stringify(row).includes('"school"')),
  },
  {
    what: 'all licences',
    give: ordered,
    take: () =>
      lima.licensePruneAllLicensesFromUser({
        body: { subject: current.subject, reason: 'paid back' },
      }),
    left: () => rowsIn('lima.licenses'),
  },
  {
    what: 'a seat',
    give: async () => {
      const { license_code } = (await ordered()).license_order;
      const { subject } = former;
      const device_identifier = 'd1';
      const own = as('lima', former);
      await own.deviceUpdateForUser({ body: { subject, device: { device_identifier } } });
      await own.licenseObtainLicenseUsage({
        body: {
          subject,
          license_code,
          ...product,
          device_identifier,
          license_usage_consistency_type: 'LICENSE_USAGE_CONSISTENCY_TYPE_VOLATILE',
        },
      });
    },
    take: () => lima.licensePruneAllLicenseUsagesForUser({ body: { subject: current.subject } }),
    left: () => rowsOf(database, 'lima.license_usages', { ...ofBoth(), ended_at: null }).get(),
  },
];

const byOrderSystems: readonly Taking[] = [
  {
    what: 'an ordered licence',
    give: ordered,
    take: () => {
      const { subject, license_order } = order();
      const { license_order_identifier } = license_order;
      return lima.licenseOrderDelete({
        body: { subject, order_system_identifier, license_order_identifier, reason: 'paid back' },
      });
    },
    left: () => rowsIn('lima.licenses'),
  },
  {
    what: 'being a customer',
    give: () => customers(former, { change_type: 'CUSTOMER_LINKED', customer_id: former.subject }),
    take: () => customers(current, { change_type: 'CUSTOMER_UNLINKED' }),
    left: () => rowsIn('osc.customers'),
  },
  {
    what: 'a coupon',
    give: async () => {
      const { subject } = former;
      const { results } = await osc.couponChange({
        body: {
          new_coupons: {
            batch_identifier: subject,
            order_system_identifier,
            coupon_count: 1,
            ...product,
            license_strategy: 'LICENSE_STRATEGY_USER',
            seats: 1,
          },
        },
      });
      const [{ coupon_code }] = results as [(typeof results)[0]];
      await as('osc', former).couponActivate({ body: { subject, coupon_code } });
    },
    take: async () => {
      const { coupons } = await osc.couponSearch({ body: { assigned_subject: current.subject } });
      const withdrawn = { coupon_state: 'WITHDRAWN' as const, reason: 'paid back' };
      await osc.couponChangeState({
        body: { state_changes: coupons.map(({ coupon_code }) => ({ coupon_code, ...withdrawn })) },
      });
    },
    left: () => rowsIn('lima.licenses'),
  },
];

const byLeaders: readonly Taking[] = [
  {
    what: 'a membership',
    give: () => isMember('member'),
    take: revoke,
    left: () => rowsIn('gres.members'),
  },
  {
    what: 'memberships under both names',
    give: async () => {
      await isMember('member');
      await isMember('leader', current);
    },
    take: revoke,
    left: () => rowsIn('gres.members'),
  },
  {
    what: 'leading',
    give: () => isMember('leader'),
    take: () => {
      const { subject } = current;
      const member = { group_role: 'member' as const, membership_types: ['HasLicenses' as const] };
      return as('gres', teacher).groupsSetMemberships({
        body: { group_id, memberships: [{ subject, ...member }] },
      });
    },
    left: async () =>
      (await rowsIn('gres.members')).filter((row) => {
        const { group_role, membership_types } = row as unknown as Record<string, unknown>;
        return group_role === 'leader' || String(membership_types).includes('MaySupport');
      }),
  },
];

const endings = {
  'an undo': () => as('aua', current).userUnlink({ body: { from_subject: former.subject } }),
  'the move': async () => {
    await lifecycle.daysGoBy();
    await lifecycle.link(former, former, current, true);
  },
} as const;
const named = Object.keys(endings) as (keyof typeof endings)[];

/** Gives, takes and ends the link. @returns what is left under both names after the taking, and after the end. */
async function takeAndEnd({ give, take, left }: Taking, ending: keyof typeof endings) {
  await give();
  const isGiven = (await left()).length > 0;
  await lifecycle.link(former, former, current, true);
  await take();
  const taken = await left();
  await endings[ending]();
  return { isGiven, taken, ended: await left() };
}
const nothingLeft = { isGiven: true, taken: [], ended: [] };

describe.each([
  ...byAdministrators.map((taking) => ({ row: 119, by: 'an administrator', ...taking })),
  ...byOrderSystems.map((taking) => ({ row: 120, by: 'an order system', ...taking })),
  ...byLeaders.map((taking) => ({ row: 121, by: 'a leader', ...taking })),
])('row $row: $what that a former name has', (taking) => {
  test.each(named)(`is taken by ${taking.by}, and %s does not bring it back`, async (ending) => {
    expect(await takeAndEnd(taking, ending)).toEqual(nothingLeft);
  });
});

test('row 121: the last leader stays so, under whichever names it leads', async () => {
  await isMember('leader');
  await isMember('leader', current);
  await linkSubject(database, former.subject, current.subject);
  await rowsOf(database, 'gres.members', { group_id, subject: teacher.subject }).delete();
  await giveRole(database, current.subject, 'teacher');
  const revoked = as('gres', current).groupsRevokeMemberships({
    body: { group_id, memberships: [{ subject: current.subject }] },
  });
  expect(await codeOf(revoked)).toBe('LAST_LEADER');
  expect(await rowsIn('gres.members')).toHaveLength(2);
});
