import { orderSystemByIdentityProvider } from '@lectern/contracts/calls/orders/order-system';
import { groupsMaximum } from '@lectern/contracts/calls/users/group';
import { providersMaximum } from '@lectern/contracts/calls/users/provider';
import { examples } from '@lectern/contracts/examples';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeBeforeAll, startBeforeAll } from '../platform.ts';
import { post, startAdministration } from './administration.ts';

const administration = startBeforeAll(() =>
  startAdministration({
    identityProviderTitles: { BEOOK_1: 'beook', KANTON_1: 'Kanton' },
  }),
);

const users = makeBeforeAll(() => administration.users);

const identity = (identity_provider_identifier: string, ...groups: string[]) => ({
  identity_provider_identifier,
  external_id: 'x',
  groups,
});

test('providers are those of the table, of the configuration, and those that were seen', async () => {
  const before = (await users.providerList()).providers;
  expect(before.map((idp) => [idp.identity_provider_identifier, idp.order_system])).toEqual(
    Object.entries({ ...orderSystemByIdentityProvider, KANTON_1: 'IAPROS1' }).toSorted(([a], [b]) =>
      a < b ? -1 : 1,
    ),
  );
  const hostile = ['constructor', '__proto__', '%', 'Ümläut'];
  for (const provider of hostile) {
    await users.userSet({
      body: { subject: `u-${hostile.indexOf(provider)}`, identities: [identity(provider)] },
    });
  }
  const { providers } = await users.providerList();
  const names = providers.map((idp) => idp.identity_provider_identifier);
  expect(names).toEqual(names.toSorted());
  const identifiers = before.map((idp) => idp.identity_provider_identifier);
  expect(new Set(names)).toEqual(new Set([...identifiers, ...hostile]));
  expect(providers).toContainEqual({
    identity_provider_identifier: 'BEOOK_1',
    title: 'beook',
    order_system: 'IAPROS1',
    is_default: true,
    has_directory: false,
  });
  expect(providers).toContainEqual({
    identity_provider_identifier: 'constructor',
    title: 'constructor',
    order_system: 'IAPROS1',
    is_default: false,
    has_directory: false,
  });
  expect(providers.filter(({ is_default }) => is_default)).toHaveLength(1);
});

test('of a provider the order system is the one that was registered for it', async () => {
  const orders = administration.platform.as('osc', administration.administrator);
  await orders.orderSystemRegister({
    body: {
      ...examples.osc.orderSystemRegister.body,
      order_system_identifier: 'KANTONSHOP1',
      connector_id: 'KANTON_1',
    },
  });
  const { providers } = await users.providerList();
  const ofKanton = providers.find((idp) => idp.identity_provider_identifier === 'KANTON_1');
  expect(ofKanton?.order_system).toBe('KANTONSHOP1');
});

test('groups are those that users were seen in, by sign-in and by administrators', async () => {
  const { platform } = administration;
  const lea = await platform.identityProvider.signIn('lea');
  await platform.as('aua', lea).userUpdateUserInfo();
  await users.userSet({
    body: {
      subject: 'g',
      identities: [identity('B', 'zwei', 'eins', 'Z%_'), identity('A', 'eins')],
    },
  });
  // An empty group was seen all the same.
  await users.userSet({ body: { subject: 'g', identities: [identity('A', 'drei')] } });
  const { groups, truncated } = await users.groupList();
  expect(truncated).toBe(false);
  expect(groups.map((group) => [group.identity_provider_identifier, group.group])).toEqual([
    ['A', 'drei'],
    ['A', 'eins'],
    ['B', 'Z%_'],
    ['B', 'eins'],
    ['B', 'zwei'],
    ['SCHUL_VERLAG_1', 'aua_group_sv_pandalogin'],
  ]);
});

test('many who are first seen in the same new groups do not hinder each other', async () => {
  const { platform, administrator } = administration;
  const other = await platform.anotherProcess();
  const groups = Array.from({ length: 40 }, (_, index) => `neu-${index}`);
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) => {
      const order = index % 2 ? groups : groups.toReversed();
      const identities = [identity('NEU_2', ...order), identity('NEU_1', ...order)];
      return post(index % 3 ? other.url : platform.url, administrator, '/user/set', {
        subject: `first-${index}`,
        identities: (index % 2 ? identities : identities.toReversed()).map((identity) => ({
          ...identity,
          external_id: `x-${index}`,
        })),
      });
    }),
  );
  await other.close();
  expect(answers).toEqual(answers.map(() => [200, 'OK']));
  const listed = (await users.groupList()).groups.filter(({ group }) => group.startsWith('neu-'));
  expect(listed).toHaveLength(80);
});

test('what is already known is not written again', async () => {
  const { platform } = administration;
  const lea = platform.as('aua', await platform.identityProvider.signIn('lea'));
  const versions = async () => {
    const { rows } = await sql<{ xmin: string; ctid: string }>`
      select xmin::text, ctid::text from aua.provider_groups
      union all select xmin::text, ctid::text from aua.identity_providers
      order by 1, 2
    `.execute(platform.database);
    return rows;
  };
  const before = await versions();
  await lea.userUpdateUserInfo();
  expect(await versions()).toEqual(before);
});

test('long lists end, and say so', async () => {
  const { database } = administration.platform;
  await sql`
    insert into aua.provider_groups select 'ZZ', 'g' || n from generate_series(1, ${groupsMaximum}) n
  `.execute(database);
  await sql`
    insert into aua.identity_providers select 'A' || n from generate_series(1, ${providersMaximum}) n
  `.execute(database);
  const { groups, truncated } = await users.groupList();
  expect([groups.length, truncated]).toEqual([groupsMaximum, true]);
  const { providers } = await users.providerList();
  expect(providers).toHaveLength(providersMaximum);
  // Providers of the table are among them.
  expect(providers.filter(({ order_system }) => order_system !== 'IAPROS1')).toHaveLength(7);
});
