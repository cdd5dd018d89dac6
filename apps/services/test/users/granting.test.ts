import { randomUUID } from 'node:crypto';
import { builtInRoles, permissions, type Permission } from '@lectern/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { headersOf } from '../security/requests.ts';
import { publicationFile } from '../files/file-world.ts';
import { codeOf, giveRole, startBeforeAll } from '../platform.ts';
import { guardedCalls } from '../served-calls.ts';
import { startSchool, type Person } from '../groups/people.ts';
import { insertRows, rowsOf } from '../rows.ts';

/* A giver holds what it gives, and gives itself nothing. */

const school = startBeforeAll(startSchool);

beforeAll(async () => {
  await school.newPerson('administrator');
});

const usersAs = (who: Person) => school.platform.as('aua', who);
/** A role of its own with these permissions, and somebody who holds it. */
async function holderOf(...held: Permission[]) {
  const role = `r-${randomUUID().slice(0, 8)}`;
  const { database } = school.platform;
  await database.insertInto('aua.roles').values({ role, description: '' }).execute();
  await database
    .insertInto('aua.role_permissions')
    .values(held.map((permission) => ({ role, permission })))
    .execute();
  const who = await school.newPerson();
  await database.deleteFrom('aua.user_roles').where('subject', '=', who.subject).execute();
  await giveRole(database, who.subject, role);
  return { who, role };
}
async function newUser(): Promise<string> {
  const subject = randomUUID();
  await school.platform.database.insertInto('aua.users').values({ subject }).execute();
  return subject;
}
const userRow = (subject: string) =>
  school.platform.database.insertInto('aua.users').values({ subject }).execute();
const setRoles = (who: Person, subject: string, ...role_names: string[]) =>
  codeOf(usersAs(who).userSetRoles({ body: { subject, role_names } }));

describe('row 66: role.assign alone', () => {
  test('gives roles that hold no more than its holder, and no other', async () => {
    const { who } = await holderOf('role.assign', 'mandant.any', 'user.search', 'link.resolve');
    const { role: smaller } = await holderOf('user.search');
    const { role: as } = await holderOf('user.search', 'link.resolve', 'mandant.any');
    const { role: larger } = await holderOf('user.search', 'user.manage');
    const subject = await newUser();
    expect(await setRoles(who, subject, 'administrator')).toBe('GRANT_NOT_HELD');
    expect(await setRoles(who, subject, larger)).toBe('GRANT_NOT_HELD');
    expect(await setRoles(who, subject, smaller, larger)).toBe('GRANT_NOT_HELD');
    expect(await setRoles(who, subject, smaller)).toBeUndefined();
    expect(await setRoles(who, subject, smaller, as)).toBeUndefined();
  });

  test.each(['administrator', 'teacher'])('does not give itself the role %s', async (role_name) => {
    const { who, role } = await holderOf('role.assign');
    await userRow(who.subject);
    expect(await setRoles(who, who.subject, role, role_name)).toBe('GRANT_NOT_HELD');
    expect(await setRoles(who, who.subject, role_name)).toBe('GRANT_NOT_HELD');
  });
});

describe('row 77: who may change and erase any user, and gives no roles,', () => {
  const customer = { order_system_identifier: 'SHOP', customer_id: 'c' };
  const changes: Record<string, (who: Person, subject: string) => Promise<unknown>> = {
    'user/set': (who, subject) => usersAs(who).userSet({ body: { subject, given_name: 'X' } }),
    'user/set with an identity': (who, subject) => {
      const identity_provider_identifier = 'BEOOK_1';
      const identities = [{ identity_provider_identifier, external_id: subject, groups: [] }];
      return usersAs(who).userSet({ body: { subject, identities } });
    },
    'user/setEmail': (who, subject) =>
      usersAs(who).userSetEmail({ body: { subject, email: 'x@x.example' } }),
    'user/setMandantGroups': (who, subject) =>
      usersAs(who).userSetMandantGroups({ body: { subject, mandant_groups: ['X'] } }),
    'user/setProperties': (who, subject) =>
      usersAs(who).userSetProperties({
        body: { subject, properties: [{ key: property, value: 'x' }] },
      }),
    'user/setRoles': (who, subject) =>
      usersAs(who).userSetRoles({ body: { subject, role_names: ['student'] } }),
    'user/deleteIdentity': async (who, subject) => {
      const identity = { identity_provider_identifier: 'BEOOK_2', external_id: subject };
      await school.platform.database
        .insertInto('aua.identities')
        .values({ subject, ...identity, groups: [] })
        .execute();
      return usersAs(who).userDeleteIdentity({ body: { subject, ...identity } });
    },
    'user/delete': (who, subject) => usersAs(who).userDelete({ body: { subject } }),
    'user/delete of orders': async (who, subject) => {
      await school.platform.database
        .insertInto('osc.order_system_user_relations')
        .values({ subject, ...customer, customer_id: subject })
        .execute();
      return school.platform.as('osc', who).userDelete({ body: { subject } });
    },
  };
  const property = 'lieblingsfarbe';
  const helping = [
    'mandant.any',
    'user.read',
    'user.manage',
    'user.write-property',
    'user.erase',
    'role.assign',
    'record.read-any',
  ] as const satisfies Permission[];

  beforeAll(async () => {
    await usersAs(await school.newPerson('administrator')).propertyCreateTemplates({
      body: { templates: [{ key: property }] },
    });
    await insertRows(school.platform.database, 'osc.order_systems', {
      order_system_identifier: 'SHOP',
      connector_id: 'shop',
      client_id: 'shop',
      notification_address: 'https://shop.example/',
      notification_key: 'a key that only the order system knows',
      mandant_identifiers: [],
    });
  });

  const targetOf = async (role: string) => {
    const subject = await newUser();
    await giveRole(school.platform.database, subject, role);
    return subject;
  };

  test.each(Object.entries(changes))('%s: not who may do more', async (_call, change) => {
    const { who } = await holderOf(...new Set([...helping, ...builtInRoles.student]));
    const { role: other } = await holderOf('user.search');
    for (const role of ['administrator', 'support', other]) {
      expect(await codeOf(change(who, await targetOf(role)))).toBe('SUBJECT_HOLDS_MORE');
    }
    const { role: less } = await holderOf('record.read-any');
    for (const role of ['teacher', less]) {
      expect(await codeOf(change(who, await targetOf(role)))).toBeUndefined();
    }
    const administrator = await school.newPerson('administrator');
    expect(await codeOf(change(administrator, await targetOf('support')))).toBeUndefined();
  });

  test('these are all such calls', () => {
    const ofPersons = guardedCalls.filter(
      ({ call }) => call.administrative && call.permissionForOthers && !call.forPublishers,
    );
    expect(ofPersons.map(({ title }) => title).toSorted()).toEqual([
      'aua.userDelete',
      'aua.userDeleteIdentity',
      'aua.userRefreshIdentities',
      'aua.userSet',
      'aua.userSetEmail',
      'aua.userSetMandantGroups',
      'aua.userSetProperties',
      'aua.userSetRoles',
      'aua.userStartCloudMigration',
      'osc.userDelete',
    ]);
  });
});

describe('row 66: role.manage alone', () => {
  const others = (Object.keys(permissions) as Permission[]).filter(
    (name) => !['role.manage', 'user.search', 'subject.act-for'].includes(name),
  );

  test.each(others)('does not give a role %s', async (permission_name) => {
    const { who, role } = await holderOf('role.manage', 'user.search');
    const { role: other } = await holderOf('user.search');
    const users = usersAs(who);
    const ways = [
      () => users.roleAttachPermission({ body: { role_name: role, permission_name } }),
      () => users.roleAttachPermission({ body: { role_name: other, permission_name } }),
      () =>
        users.roleSetPermissions({
          body: { role_name: role, permission_names: ['role.manage', permission_name] },
        }),
      () =>
        users.roleCreate({
          body: { name: `n-${randomUUID().slice(0, 8)}`, permission_names: [permission_name] },
        }),
    ];
    for (const way of ways) expect(await codeOf(way())).toBe('GRANT_NOT_HELD');
  });

  test('gives what it holds, and takes what it does not', async () => {
    const { who } = await holderOf('role.manage', 'user.search');
    const { role: other } = await holderOf('user.manage');
    const users = usersAs(who);
    const attach = { role_name: other, permission_name: 'user.search' };
    expect(await codeOf(users.roleAttachPermission({ body: attach }))).toBeUndefined();
    const set = { role_name: other, permission_names: ['user.search'] };
    expect(await codeOf(users.roleSetPermissions({ body: set }))).toBeUndefined();
  });
});

describe('row 99: one of the two permissions that make an administrator', () => {
  test('is not given on by who has no other: both would be with somebody', async () => {
    const { who: manager } = await holderOf('role.manage', 'mandant.any');
    const { who: assigner, role: assigning } = await holderOf('role.assign', 'mandant.any');
    const subject = await newUser();
    const attach = { role_name: assigning, permission_name: 'role.manage' };
    const ways = [
      () => usersAs(manager).roleAttachPermission({ body: attach }),
      () =>
        usersAs(manager).roleSetPermissions({
          body: {
            role_name: assigning,
            permission_names: ['role.assign', 'role.manage', 'mandant.any'],
          },
        }),
      () => usersAs(assigner).userSetRoles({ body: { subject, role_names: [assigning] } }),
    ];
    for (const way of ways) expect(await codeOf(way())).toBe('GRANT_NOT_HELD');
  });
});

describe('row 100: who sees every publisher, and may change users,', () => {
  const mandant_groups = ['LECTERN'];
  const publishing = ['mandant.any', 'user.manage', 'content.publish'] as const;

  test.each<[string, (who: Person, subject: string) => Promise<unknown>]>([
    [
      'user/setMandantGroups',
      (who, subject) => usersAs(who).userSetMandantGroups({ body: { subject, mandant_groups } }),
    ],
    ['user/set', (who, subject) => usersAs(who).userSet({ body: { subject, mandant_groups } })],
  ])('%s: does not make itself one of its publishers', async (_call, set) => {
    const { who } = await holderOf(...publishing);
    await userRow(who.subject);
    expect(await codeOf(set(who, who.subject))).toBe('GRANT_NOT_HELD');
    expect(await codeOf(set(who, await newUser()))).toBeUndefined();
    const { who: ofAll } = await holderOf(...publishing, 'content.publish-for-all');
    await userRow(ofAll.subject);
    expect(await codeOf(set(ofAll, ofAll.subject))).toBeUndefined();
  });
});

describe('row 66: an administrator', () => {
  test('gives others anything, and itself nothing', async () => {
    const administrator = await school.newPerson('administrator');
    await userRow(administrator.subject);
    const users = usersAs(administrator);
    const subject = await newUser();
    expect(await setRoles(administrator, subject, 'support')).toBeUndefined();
    expect(await setRoles(administrator, administrator.subject, 'administrator', 'support')).toBe(
      'GRANT_NOT_HELD',
    );
    const { role } = await holderOf('user.search');
    const attach = (role_name: string) =>
      codeOf(
        users.roleAttachPermission({ body: { role_name, permission_name: 'record.read-any' } }),
      );
    expect(await attach(role)).toBeUndefined();
    expect(await attach('administrator')).toBe('GRANT_NOT_HELD');
  });

  test('gives up the own role, where another one stays', async () => {
    const [first, second] = [
      await school.newPerson('administrator'),
      await school.newPerson('administrator'),
    ];
    await userRow(first.subject);
    await userRow(second.subject);
    expect(await setRoles(first, first.subject)).toBeUndefined();
    // At once, with the token that was verified before.
    expect(await setRoles(first, first.subject, 'administrator')).toBe('PERMISSION_MISSING');
    expect(await setRoles(first, second.subject, 'teacher')).toBe('PERMISSION_MISSING');
  });
});

test('row 58: whoever has lost a permission changes nothing by it, in any process', async () => {
  const [first, removed] = [
    await school.newPerson('administrator'),
    await school.newPerson('administrator'),
  ];
  const other = await school.platform.anotherProcess();
  const subject = await newUser();
  await userRow(removed.subject);
  const setEmail = async (url: string, email: string) => {
    const response = await fetch(`${url}/aua/v1/user/setEmail`, {
      method: 'POST',
      headers: headersOf(removed),
      body: JSON.stringify({ subject, email }),
    });
    return response.status;
  };
  expect(await setEmail(school.platform.url, 'a@schule.example')).toBe(200);
  expect(await setEmail(other.url, 'b@schule.example')).toBe(200);
  expect(await setRoles(first, removed.subject)).toBeUndefined();
  expect(await setEmail(school.platform.url, 'c@schule.example')).toBe(403);
  expect(await setEmail(other.url, 'd@schule.example')).toBe(403);
  const { email } = await rowsOf(school.platform.database, 'aua.users', { subject }).one('email');
  expect(email).toBe('b@schule.example');
  await other.close();
});

describe('row 98: who has lost the role by which it changes others, and keeps one of a pupil,', () => {
  /** Calls that everybody makes for itself, and changes others by with one more permission. */
  const changes: Record<string, (who: Person, subject: string) => Promise<unknown>> = {
    'aua.userSetProperties': (who, subject) =>
      usersAs(who).userSetProperties({
        body: { subject, properties: [{ key: 'lieblingstier', value: randomUUID() }] },
      }),
    'aua.userStartCloudMigration': (who, subject) =>
      usersAs(who).userStartCloudMigration({ body: { subject } }),
    'lima.licensePruneLicenseUsage': async (who, subject) => {
      const [license_code, license_usage_id] = [randomUUID(), randomUUID()];
      await useLicense(subject, license_code, license_usage_id);
      const body = { subject, license_code, license_usage_id };
      return school.platform.as('lima', who).licensePruneLicenseUsage({ body });
    },
    'lima.licensePruneAllLicenseUsagesForUser': async (who, subject) => {
      await useLicense(subject, randomUUID(), randomUUID());
      return school.platform
        .as('lima', who)
        .licensePruneAllLicenseUsagesForUser({ body: { subject } });
    },
  };
  const useLicense = (subject: string, license_code: string, license_usage_id: string) => {
    const at = new Date(Date.now() + 60_000);
    return insertRows(school.platform.database, 'lima.license_usages', {
      license_code,
      license_usage_id,
      subject,
      device_identifier: 'device',
      mandant_identifier: 'LECTERN',
      product_reference: 'wasser',
      obtained_at: new Date(),
      expires_at: at,
      due_at: at,
    });
  };

  beforeAll(async () => {
    await usersAs(await school.newPerson('administrator')).propertyCreateTemplates({
      body: { templates: [{ key: 'lieblingstier' }] },
    });
  });

  test.each(Object.entries(changes))('%s', async (_call, change) => {
    const { database } = school.platform;
    const who = await school.newPerson('administrator');
    await giveRole(database, who.subject, 'student');
    expect(await codeOf(change(who, await newUser()))).toBeUndefined();
    // Not by a call, which would tell the process: behind a pooler it hears of it a minute later.
    await database
      .deleteFrom('aua.user_roles')
      .where('subject', '=', who.subject)
      .where('role', '=', 'administrator')
      .execute();
    expect(await codeOf(change(who, await newUser()))).toBe('PERMISSION_MISSING');
  });

  test.each<[Permission, (who: Person) => Promise<unknown>]>([
    [
      'mandant.any',
      (who) =>
        school.platform.as('lima', who).productSave({
          body: {
            product: {
              mandant_identifier: 'ANOTHER',
              product_reference: randomUUID(),
              title: 'X',
              article_numbers: [],
              version: 0,
            },
          },
        }),
    ],
    [
      'content.publish-for-all',
      (who) =>
        school.platform.as('atma', who).fileConfigSaveV2({
          body: { file_config_dtos: [publicationFile('x', { mandant_identifier: 'ANOTHER' })] },
        }),
    ],
  ])('nor by %s, which says for which publishers', async (permission, change) => {
    const { who, role } = await holderOf(permission, 'product.manage', 'file.publish');
    expect(await codeOf(change(who))).toBeUndefined();
    await rowsOf(school.platform.database, 'aua.role_permissions', { role, permission }).delete();
    expect(await codeOf(change(who))).toBe('PERMISSION_MISSING');
  });

  test('these are all such calls', () => {
    const more = guardedCalls.filter(
      ({ call }) =>
        call.administrative &&
        call.permissionForOthers &&
        call.permissionForOthers !== call.permission,
    );
    expect(more.map(({ title }) => title).toSorted()).toEqual(
      // Calls that refresh groups ask a directory first.
      [...Object.keys(changes), 'aua.userRefreshIdentities'].toSorted(),
    );
  });
});

test('row 69: a person who is called like an application has none of its rights', async () => {
  const { database } = school.platform;
  const { subject, token } = await school.newPerson();
  await database
    .insertInto('aua.user_roles')
    .values({ subject, role: 'administrator' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await database.insertInto('aua.applications').values({ subject }).execute();
  const users = school.platform.as('aua', { subject, token });
  expect(await codeOf(users.roleList())).toBe('PERMISSION_MISSING');
});
