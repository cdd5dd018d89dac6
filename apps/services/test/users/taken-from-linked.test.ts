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
const seats = () =>
  rowsOf(database, 'lima.license_usages', {
    subject: [former.subject, current.subject],
    ended_at: null,
  }).get();

interface Taking {
  readonly what: string;
  /** Gives it to the former name. */
  give(): Promise<unknown>;
  take(): Promise<unknown>;
  /** Rows that are left under either name. */
  left(): Promise<readonly unknown[]>;
}

const byAdministrators: readonly Taking[] = [
  {
    what: 'a role',
    give: () =>
      as('aua', administrator).userSetRoles({
        body: { subject: former.subject, role_names: ['student', 'teacher'] },
      }),
    take: () =>
      as('aua', administrator).userSetRoles({
        body: { subject: current.subject, role_names: [] },
      }),
    left: () => rowsIn('aua.user_roles'),
  },
  {
    what: 'a mandant group',
    give: () =>
      rowsOf(database, 'aua.users', { subject: former.subject }).set({
        mandant_groups: ['LECTERN'],
      }),
    take: () =>
      as('aua', administrator).userSetMandantGroups({
        body: { subject: current.subject, mandant_groups: [] },
      }),
    left: async () => {
      const users = await rowsOf(database, 'aua.users', {
        subject: [former.subject, current.subject],
      }).get('mandant_groups');
      return users.flatMap(({ mandant_groups }) => mandant_groups);
    },
  },
  {
    what: 'an identity',
    give: () =>
      insertRows(database, 'aua.identities', {
        subject: former.subject,
        identity_provider_identifier: 'school',
        external_id: former.subject,
        groups: [],
      }),
    take: () =>
      as('aua', administrator).userDeleteIdentity({
        body: {
          subject: current.subject,
          identity_provider_identifier: 'school',
          external_id: former.subject,
        },
      }),
    left: async () =>
      (await rowsIn('aua.identities')).filter((row) => JSON.stringify(row).includes('"school"')),
  },
  {
    what: 'all licences',
    give: () => as('lima', administrator).licenseOrderSave({ body: order() }),
    take: () =>
      as('lima', administrator).licensePruneAllLicensesFromUser({
        body: { subject: current.subject, reason: 'paid back' },
      }),
    left: () => rowsIn('lima.licenses'),
  },
  {
    what: 'a seat',
    give: async () => {
      const { license_order } = await as('lima', administrator).licenseOrderSave({ body: order() });
      await as('lima', former).deviceUpdateForUser({
        body: { subject: former.subject, device: { device_identifier: 'd1' } },
      });
      await as('lima', former).licenseObtainLicenseUsage({
        body: {
          subject: former.subject,
          license_code: license_order.license_code,
          ...product,
          device_identifier: 'd1',
          license_usage_consistency_type: 'LICENSE_USAGE_CONSISTENCY_TYPE_VOLATILE',
        },
      });
    },
    take: () =>
      as('lima', administrator).licensePruneAllLicenseUsagesForUser({
        body: { subject: current.subject },
      }),
    left: seats,
  },
];

const byOrderSystems: readonly Taking[] = [
  {
    what: 'an ordered licence',
    give: () => as('lima', administrator).licenseOrderSave({ body: order() }),
    take: () =>
      as('lima', administrator).licenseOrderDelete({
        body: {
          subject: former.subject,
          order_system_identifier,
          license_order_identifier: order().license_order.license_order_identifier,
          reason: 'paid back',
        },
      }),
    left: () => rowsIn('lima.licenses'),
  },
  {
    what: 'being a customer',
    give: () =>
      as('osc', administrator).orderSystemUserRelationNotifyChanges({
        body: {
          subject: former.subject,
          notification_id: randomUUID(),
          relation_changes: [
            {
              change_type: 'CUSTOMER_LINKED',
              order_system_identifier,
              customer_id: former.subject,
            },
          ],
        },
      }),
    take: () =>
      as('osc', administrator).orderSystemUserRelationNotifyChanges({
        body: {
          subject: current.subject,
          notification_id: randomUUID(),
          relation_changes: [{ change_type: 'CUSTOMER_UNLINKED', order_system_identifier }],
        },
      }),
    left: () => rowsIn('osc.customers'),
  },
  {
    what: 'a coupon',
    give: async () => {
      const { results } = await as('osc', administrator).couponChange({
        body: {
          new_coupons: {
            batch_identifier: former.subject,
            order_system_identifier,
            coupon_count: 1,
            ...product,
            license_strategy: 'LICENSE_STRATEGY_USER',
            seats: 1,
          },
        },
      });
      await as('osc', former).couponActivate({
        body: { subject: former.subject, coupon_code: results[0]!.coupon_code },
      });
    },
    take: async () => {
      const { coupons } = await as('osc', administrator).couponSearch({
        body: { assigned_subject: current.subject },
      });
      await as('osc', administrator).couponChangeState({
        body: {
          state_changes: coupons.map(({ coupon_code }) => ({
            coupon_code,
            coupon_state: 'WITHDRAWN',
            reason: 'paid back',
          })),
        },
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
    take: () =>
      as('gres', teacher).groupsSetMemberships({
        body: {
          group_id,
          memberships: [
            {
              subject: current.subject,
              group_role: 'member',
              membership_types: ['HasLicenses'],
            },
          ],
        },
      }),
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

describe.each(byAdministrators)('row 119: $what that a former name has', (taking) => {
  test.each(named)(
    'is taken by an administrator, and %s does not bring it back',
    async (ending) => {
      expect(await takeAndEnd(taking, ending)).toEqual(nothingLeft);
    },
  );
});

describe.each(byOrderSystems)('row 120: $what that a former name has', (taking) => {
  test.each(named)('is taken by an order system, and %s does not bring it back', async (ending) => {
    expect(await takeAndEnd(taking, ending)).toEqual(nothingLeft);
  });
});

describe.each(byLeaders)('row 121: $what that a former name has', (taking) => {
  test.each(named)('is taken by a leader, and %s does not bring it back', async (ending) => {
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
