import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, startTestPlatform, type TestPlatform } from './platform.ts';

type Session = Awaited<ReturnType<TestPlatform['identityProvider']['signIn']>>;

let platform: TestPlatform;
let mia: Session;
let ben: Session;

beforeAll(async () => {
  platform = await startTestPlatform();
  [mia, ben] = await Promise.all([
    platform.identityProvider.signIn('mia'),
    platform.identityProvider.signIn('ben'),
  ]);
});
afterAll(() => platform.close());

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
      properties: [],
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
    await database
      .insertInto('gres.groups')
      .values({ group_id: 'g1', provider_id: 'BEOOK_1', name: '5b' })
      .execute();
    await database
      .insertInto('gres.members')
      .values([
        { group_id: 'g1', subject: ben.subject, group_role: 'leader' },
        { group_id: 'g1', subject: mia.subject, group_role: 'member' },
      ])
      .execute();

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

describe('devices', () => {
  test('a device is registered once and keeps its date of registration', async () => {
    const devices = platform.as('lima', mia);
    const body = (os_name: string) => ({
      body: {
        subject: mia.subject,
        device: { device_identifier: 'd1', os_name, touch_device: true },
      },
    });
    const first = await devices.deviceUpdateForUser(body('Linux'));
    const second = await devices.deviceUpdateForUser(body('Android'));
    expect(second.device).toEqual({ ...first.device, os_name: 'Android' });
    expect(second.device.device_registration_date).toBeDefined();
  });

  test('of a subject with many devices the newest hundred are kept, also in parallel', async () => {
    const devices = platform.as('lima', ben);
    const register = (device_identifier: string) =>
      devices.deviceUpdateForUser({
        body: { subject: ben.subject, device: { device_identifier } },
      });
    // As many at once as one subject may have under way.
    for (const from of [0, 65]) {
      await Promise.all(Array.from({ length: 65 }, (_, index) => register(`d${from + index}`)));
    }
    await register('newest');
    const kept = await platform.database
      .selectFrom('lima.devices')
      .select('device_identifier')
      .where('subject', '=', ben.subject)
      .execute();
    expect(kept).toHaveLength(100);
    expect(kept).toContainEqual({ device_identifier: 'newest' });
  });
});

describe('licences', () => {
  const day = 86_400_000;
  const at = (days: number) => new Date(Date.now() + days * day);
  const product = {
    mandant_identifier: 'M',
    product_reference: 'P',
    license_strategy: 'LICENSE_STRATEGY_USER',
  };

  test('the state follows from block and dates; consolidating keeps the best', async () => {
    await platform.database
      .insertInto('lima.licenses')
      .values([
        { ...product, subject: mia.subject, license_code: 'blocked', blocked: true },
        { ...product, subject: mia.subject, license_code: 'future', valid_from: at(1) },
        { ...product, subject: mia.subject, license_code: 'past', valid_until: at(-1) },
        { ...product, subject: mia.subject, license_code: 'short', valid_until: at(1) },
        { ...product, subject: mia.subject, license_code: 'long', valid_until: at(30) },
        { ...product, subject: mia.subject, license_code: 'elsewhere', product_reference: 'Q' },
      ])
      .execute();
    const licenses = platform.as('lima', mia);
    const body = { subject: mia.subject, mandant_identifier: 'M' };
    const states = (await licenses.licenseGetForUser({ body })).licenses.map((license) => [
      license.license_code,
      license.license_state,
    ]);
    expect(Object.fromEntries(states)).toEqual({
      blocked: 'LICENSE_STATE_BLOCKED',
      future: 'LICENSE_STATE_EXPIRED',
      past: 'LICENSE_STATE_EXPIRED',
      short: 'LICENSE_STATE_VALID',
      long: 'LICENSE_STATE_VALID',
      elsewhere: 'LICENSE_STATE_VALID',
    });
    const best = await licenses.licenseGetForUser({ body, query: { consolidate: true } });
    expect(best.licenses.map(({ license_code }) => license_code).toSorted()).toEqual([
      'elsewhere',
      'long',
    ]);
  });
});
