import { expect, test } from 'vitest';
import { codeOf, giveRole, linkSubject, startBeforeAll } from '../platform.ts';
import { startAdministration } from './administration.ts';
import { insertRows } from '../rows.ts';

const administration = startBeforeAll(startAdministration);

const addIdentity = (subject: string, external_id: string, updated_at = new Date()) =>
  insertRows(administration.platform.database, 'aua.identities', {
    subject,
    identity_provider_identifier: 'BEOOK_1',
    external_id,
    groups: [],
    updated_at,
  });
const find = (external_id: string, provider = 'BEOOK_1') =>
  administration.users.userGetForProvider({
    body: { identity_provider_identifier: provider, external_id },
  });
const subjectOf = async (external_id: string) => (await find(external_id)).user.subject;

test('a user is found by exactly its identity', async () => {
  await administration.platform.database
    .insertInto('aua.users')
    .values({ subject: 'mia', given_name: 'Mia' })
    .execute();
  await addIdentity('mia', 'Ext%1');
  expect((await find('Ext%1')).user).toEqual({ subject: 'mia', given_name: 'Mia' });
  for (const other of ['ext%1', 'Ext%', 'Ext%12', 'Ext_1', '%']) {
    expect(await codeOf(find(other)), other).toBe('USER_NOT_FOUND');
  }
  expect(await codeOf(find('Ext%1', 'OTHER'))).toBe('USER_NOT_FOUND');
});

test('an identity without a user is nobody’s', async () => {
  await addIdentity('never-seen', 'ext-2');
  expect(await codeOf(find('ext-2'))).toBe('USER_NOT_FOUND');
});

test('the identity of a subject that has become another one leads to that one', async () => {
  await administration.makeUsers('old', 'new');
  await addIdentity('old', 'ext-3');
  await linkSubject(administration.platform.database, 'old', 'new');
  expect(await subjectOf('ext-3')).toBe('new');
});

test('an identity that several claim is of the one who came with it last', async () => {
  await administration.makeUsers('a', 'b', 'c');
  const day = 86_400_000;
  await addIdentity('a', 'ext-4', new Date(Date.now() - 2 * day));
  await addIdentity('b', 'ext-4', new Date(Date.now() - day));
  await addIdentity('c', 'ext-4', new Date(Date.now() - 3 * day));
  expect(await subjectOf('ext-4')).toBe('b');
});

test('order systems find their customers', async () => {
  const { database, identityProvider } = administration.platform;
  const body = { identity_provider_identifier: 'BEOOK_1', external_id: 'Ext%1' };
  const subject = 'lectern-order-system';
  await giveRole(database, subject, 'order-system');
  const shop = { subject, token: await identityProvider.clientToken() };
  const asShop = () => administration.platform.as('aua', shop).userGetForProvider({ body });
  expect(await codeOf(asShop())).toBe('USER_NOT_FOUND');
  await insertRows(database, 'osc.order_systems', {
    order_system_identifier: 'SHOP',
    connector_id: 'SHOP',
    client_id: subject,
    notification_address: 'https://shop.example/',
    notification_key: 'x'.repeat(32),
  });
  await database
    .insertInto('osc.order_system_user_relations')
    .values({ subject: 'mia', order_system_identifier: 'SHOP', customer_id: 'K-1' })
    .execute();
  const { user } = await asShop();
  expect(user.subject).toBe('mia');
});
