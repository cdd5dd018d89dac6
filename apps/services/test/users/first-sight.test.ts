import { outboxKeyProperty } from '@lectern/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensureGroup } from '../src/index.ts';
import {
  codeOf,
  giveRole,
  startBeforeAll,
  startTestPlatform,
  type TestPlatform,
} from './platform.ts';

type Session = Awaited<ReturnType<TestPlatform['identityProvider']['signIn']>>;

const platform = startBeforeAll(startTestPlatform);
let mia: Session;
let ben: Session;

beforeAll(async () => {
  [mia, ben] = await Promise.all([
    platform.identityProvider.signIn('mia'),
    platform.identityProvider.signIn('ben'),
  ]);
});

describe('users', () => {
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
    await expect(
      users.userGetProperties({ body: { subject: lea.subject } }),
    ).resolves.toMatchObject({
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
    const users = platform.as('aua', mia);
    await Promise.all(Array.from({ length: 20 }, () => users.userUpdateUserInfo()));
    const rows = await platform.database
      .selectFrom('aua.users')
      .select('subject')
      .where('subject', '=', mia.subject)
      .execute();
    expect(rows).toHaveLength(1);
  });
});

describe('groups', () => {
  test('only who leads a group is given it', async () => {
    const { database } = platform;
    await giveRole(database, ben.subject, 'teacher');
    await ensureGroup(database, {
      group_id: 'g1',
      provider_id: 'BEOOK_1',
      name: '5b',
      members: [
        { subject: ben.subject, group_role: 'leader' },
        { subject: mia.subject, group_role: 'member' },
      ],
    });

    const get = (who: Session, provider_id?: string) =>
      platform
        .as('gms', who)
        .gmsGroupsGet({ body: { subject: who.subject, ...(provider_id && { provider_id }) } })
        .then(({ groups }) => groups.map(({ group_id }) => group_id));
    expect(await get(ben)).toEqual(['g1']);
    expect(await get(ben, 'BEOOK_1')).toEqual(['g1']);
    expect(await get(ben, 'OTHER')).toEqual([]);
    expect(await get(mia)).toEqual([]);
  });
});
