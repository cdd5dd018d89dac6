import { outboxKeyProperty } from '@lectern/contracts';
import { expect, test } from 'vitest';
import { codeOf, startBeforeAll, startTestPlatform } from '../platform.ts';
import { rowsOf } from '../rows.ts';

/* How the services come to know somebody. */

const platform = startBeforeAll(startTestPlatform);

test('a subject is unknown until its user information is taken over', async () => {
  const lea = await platform.identityProvider.signIn('lea');
  const users = platform.as('aua', lea);
  expect(await codeOf(users.userGet({ body: { subject: lea.subject } }))).toBe('USER_NOT_FOUND');
  expect(await codeOf(users.userGetIdentities({ body: { subject: lea.subject } }))).toBe(
    'USER_NOT_FOUND',
  );

  const { user } = await users.userUpdateUserInfo();
  expect(user).toMatchObject({ subject: lea.subject, given_name: 'Lea', family_name: 'Wyss' });
  await expect(users.userGet({ body: { subject: lea.subject } })).resolves.toMatchObject({
    user,
  });
  const { identities } = await users.userGetIdentities({ body: { subject: lea.subject } });
  expect(identities).toEqual([
    {
      identity_provider_identifier: 'SCHUL_VERLAG_1',
      external_id: lea.subject,
      groups: ['aua_group_sv_pandalogin'],
    },
  ]);
  await expect(users.userGetProperties({ body: { subject: lea.subject } })).resolves.toMatchObject({
    properties: [{ key: outboxKeyProperty }],
  });
});

test('a provider that gives no more user information takes nothing away', async () => {
  const thomas = await platform.identityProvider.signIn('thomas');
  const users = platform.as('aua', thomas);
  const { user } = await users.userUpdateUserInfo();
  expect(user).toMatchObject({ given_name: 'Thomas' });
  const { identities } = await users.userGetIdentities({ body: { subject: thomas.subject } });
  // The services remember the token for a moment; the provider already refuses it.
  await platform.identityProvider.revoke(thomas);
  await expect(users.userUpdateUserInfo()).resolves.toMatchObject({ user });
  await expect(
    users.userGetIdentities({ body: { subject: thomas.subject } }),
  ).resolves.toMatchObject({ identities });
});

test('many first sights at once make one user', async () => {
  const mia = await platform.identityProvider.signIn('mia');
  const users = platform.as('aua', mia);
  await Promise.all(Array.from({ length: 20 }, () => users.userUpdateUserInfo()));
  const rows = await rowsOf(platform.database, 'aua.users', { subject: mia.subject }).get(
    'subject',
  );
  expect(rows).toHaveLength(1);
});
