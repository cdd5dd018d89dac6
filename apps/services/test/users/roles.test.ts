import { builtInRoles, permissions } from '@lectern/contracts';
import { authorizationLimits } from '@lectern/contracts/calls/users/authorization';
import { describe, expect, test } from 'vitest';
import { codeOf, makeBeforeAll, startBeforeAll } from '../platform.ts';
import { post, refusalText, startAdministration } from './administration.ts';

const administration = startBeforeAll(startAdministration);

const users = makeBeforeAll(() => administration.users);

const byName = async (name: string) => {
  const { roles } = await users.roleList();
  return roles.find((role) => role.name === name);
};

test('an installation begins with the roles and permissions of the contract', async () => {
  const { roles } = await users.roleList();
  expect(roles.map(({ name, built_in }) => [name, built_in])).toEqual(
    Object.keys(builtInRoles)
      .toSorted()
      .map((name) => [name, true]),
  );
  for (const { name, permission_names } of roles) {
    expect(permission_names).toEqual(builtInRoles[name as 'student'].toSorted());
  }
  const listed = await users.permissionList();
  expect(listed.permissions.map(({ name }) => name)).toEqual(Object.keys(permissions).toSorted());
  expect(listed.permissions.filter(({ reserved }) => reserved).map(({ name }) => name)).toEqual([
    'subject.act-for',
  ]);
});

describe('creating a role', () => {
  test('stores it once, however often it is sent', async () => {
    const body = {
      name: 'Redaktion_1',
      description: 'Pflegt Dateien: Größe, Straße.',
      permission_names: ['file.read', 'file.publish', 'file.read'],
    };
    const role = {
      ...body,
      built_in: false,
      permission_names: ['file.publish', 'file.read'],
    };
    await expect(users.roleCreate({ body })).resolves.toEqual({ result_state: 'OK', role });
    await expect(users.roleCreate({ body })).resolves.toEqual({ result_state: 'IA_OK', role });
    expect(await byName('Redaktion_1')).toEqual(role);
    const changes = await administration.changesBy('/role/create');
    expect(changes.map(({ change }) => change)).toEqual([
      { role_name: 'Redaktion_1', permission_names: ['file.publish', 'file.read'] },
    ]);
    expect(changes[0]!.token_subject).toBe(administration.administrator.subject);
  });

  test('names are told apart by case, and another role of the name is refused', async () => {
    await users.roleCreate({ body: { name: 'fach' } });
    await expect(users.roleCreate({ body: { name: 'FACH' } })).resolves.toMatchObject({
      role: { name: 'FACH', permission_names: [] },
    });
    const other = { name: 'fach', permission_names: ['file.read'] };
    expect(await codeOf(users.roleCreate({ body: other }))).toBe('ROLE_EXISTS');
    expect(await codeOf(users.roleCreate({ body: { name: 'fach', description: 'x' } }))).toBe(
      'ROLE_EXISTS',
    );
    expect(await codeOf(users.roleCreate({ body: { name: 'student' } }))).toBe('ROLE_EXISTS');
  });

  test('an unknown permission leaves nothing behind', async () => {
    const body = { name: 'halb', permission_names: ['file.read', 'no.such', 'file_read'] };
    expect(await codeOf(users.roleCreate({ body }))).toBe('REQUEST_INVALID');
    body.permission_names.pop();
    expect(await codeOf(users.roleCreate({ body }))).toBe('PERMISSION_NOT_FOUND');
    expect(await refusalText(users.roleCreate({ body }))).toContain('no.such');
    expect(await byName('halb')).toBeUndefined();
  });

  test.each(['', 'a,b', 'a b', 'ä', 'x'.repeat(65), "'; drop table aua.roles; --", '%', '_\\'])(
    'refuses the name %j',
    async (name) => {
      expect(await codeOf(users.roleCreate({ body: { name } }))).toBe('REQUEST_INVALID');
    },
  );

  test('the same role, created at once by two processes, is there once', async () => {
    const { platform, administrator } = administration;
    const other = await platform.anotherProcess();
    const body = { name: 'parallel', permission_names: ['file.read'] };
    const answers = await Promise.all(
      [platform.url, other.url, platform.url, other.url].map((url) =>
        post(url, administrator, '/role/create', body),
      ),
    );
    await other.close();
    expect(answers.map(([, code]) => code).toSorted()).toEqual(['IA_OK', 'IA_OK', 'IA_OK', 'OK']);
  });
});

describe('what a role may do', () => {
  test('is set, attached and detached; repeats change nothing', async () => {
    const role_name = 'wechsel';
    await users.roleCreate({ body: { name: role_name } });
    const set = (permission_names: string[]) =>
      users.roleSetPermissions({ body: { role_name, permission_names } });
    const pair = { body: { role_name, permission_name: 'link.resolve' } };

    await expect(set(['file.read', 'file.read'])).resolves.toMatchObject({
      result_state: 'OK',
      role: { permission_names: ['file.read'] },
    });
    await expect(set(['file.read'])).resolves.toMatchObject({ result_state: 'IA_OK' });
    await expect(users.roleAttachPermission(pair)).resolves.toMatchObject({
      result_state: 'OK',
      role: { permission_names: ['file.read', 'link.resolve'] },
    });
    await expect(users.roleAttachPermission(pair)).resolves.toMatchObject({
      result_state: 'IA_OK',
      role: { permission_names: ['file.read', 'link.resolve'] },
    });
    await expect(users.roleDetachPermission(pair)).resolves.toMatchObject({
      result_state: 'OK',
      role: { permission_names: ['file.read'] },
    });
    await expect(users.roleDetachPermission(pair)).resolves.toMatchObject({
      result_state: 'IA_OK',
    });
    await expect(set([])).resolves.toMatchObject({ role: { permission_names: [] } });
    expect(await byName(role_name)).toEqual({
      name: role_name,
      built_in: false,
      permission_names: [],
    });

    const changes = await Promise.all(
      ['/role/setPermissions', '/role/attachPermission', '/role/detachPermission'].map(
        administration.changesBy,
      ),
    );
    expect(changes.flat().map(({ change }) => change)).toEqual([
      { role_name, attached: ['file.read'], detached: [] },
      { role_name, attached: [], detached: ['file.read'] },
      { role_name, attached: ['link.resolve'], detached: [] },
      { role_name, attached: [], detached: ['link.resolve'] },
    ]);
  });

  test('unknown roles and permissions are refused', async () => {
    const role_name = 'keine';
    const permission_name = 'file.read';
    const pair = { body: { role_name, permission_name } };
    const set = users.roleSetPermissions({ body: { role_name, permission_names: [] } });
    expect(await codeOf(set)).toBe('ROLE_NOT_FOUND');
    expect(await codeOf(users.roleAttachPermission(pair))).toBe('ROLE_NOT_FOUND');
    expect(await codeOf(users.roleDetachPermission(pair))).toBe('ROLE_NOT_FOUND');
    const unknown = { role_name: 'student', permission_names: ['user.read', 'no.such'] };
    expect(await codeOf(users.roleSetPermissions({ body: unknown }))).toBe('PERMISSION_NOT_FOUND');
    const attach = { body: { role_name: 'student', permission_name: 'no.such' } };
    expect(await codeOf(users.roleAttachPermission(attach))).toBe('PERMISSION_NOT_FOUND');
    await expect(users.roleDetachPermission(attach)).resolves.toMatchObject({
      result_state: 'IA_OK',
    });
    expect((await byName('student'))!.permission_names).toEqual(builtInRoles.student.toSorted());
  });

  test('a role is full at its limit', async () => {
    const { database } = administration.platform;
    const role = 'voll';
    await users.roleCreate({ body: { name: role } });
    await database
      .insertInto('aua.role_permissions')
      .values(
        Array.from({ length: authorizationLimits.permissionsPerRole }, (_, index) => ({
          role,
          permission: `p${index}`,
        })),
      )
      .execute();
    const attach = { body: { role_name: role, permission_name: 'file.read' } };
    expect(await codeOf(users.roleAttachPermission(attach))).toBe('ROLE_FULL');
    await users.roleDetachPermission({ body: { role_name: role, permission_name: 'p7' } });
    await expect(users.roleAttachPermission(attach)).resolves.toMatchObject({ result_state: 'OK' });
  });

  test('parallel attachments of two processes all hold', async () => {
    const { platform, administrator } = administration;
    const other = await platform.anotherProcess();
    const role_name = 'viele';
    await users.roleCreate({ body: { name: role_name } });
    const names = builtInRoles.student.slice(0, 12);
    const answers = await Promise.all(
      names.map((permission_name, index) =>
        post(index % 2 ? other.url : platform.url, administrator, '/role/attachPermission', {
          role_name,
          permission_name,
        }),
      ),
    );
    await other.close();
    expect(answers).toEqual(names.map(() => [200, 'OK']));
    expect((await byName(role_name))!.permission_names).toEqual(names.toSorted());
  });
});

describe('deleting a role', () => {
  test('refuses built-in ones and those that somebody holds, and says who', async () => {
    const role_name = 'gehalten';
    await users.roleCreate({ body: { name: role_name, permission_names: ['file.read'] } });
    const subjects = Array.from({ length: 12 }, (_, index) => `holder-${10 + index}`);
    await administration.makeUsers(...subjects);
    for (const subject of subjects) {
      await users.userSetRoles({ body: { subject, role_names: [role_name] } });
    }
    expect(await codeOf(users.roleDelete({ body: { role_name } }))).toBe('ROLE_IN_USE');
    const text = await refusalText(users.roleDelete({ body: { role_name } }));
    expect(text).toContain('12, among them holder-10, holder-11');
    expect(text).not.toContain('holder-20');
    expect(await codeOf(users.roleDelete({ body: { role_name: 'student' } }))).toBe(
      'ROLE_BUILT_IN',
    );

    for (const subject of subjects) {
      await users.userSetRoles({ body: { subject, role_names: [] } });
    }
    await expect(users.roleDelete({ body: { role_name } })).resolves.toMatchObject({
      result_state: 'OK',
    });
    await expect(users.roleDelete({ body: { role_name } })).resolves.toMatchObject({
      result_state: 'IA_OK',
    });
    // A role of the same name begins anew, without what the old one might do.
    await expect(users.roleCreate({ body: { name: role_name } })).resolves.toMatchObject({
      role: { permission_names: [] },
    });
    const changes = await administration.changesBy('/role/delete');
    expect(changes.map(({ change }) => change)).toEqual([
      { role_name, permission_names: ['file.read'] },
    ]);
  });

  test('against a parallel assignment: either the role is gone, or somebody holds it', async () => {
    const { platform, administrator } = administration;
    const other = await platform.anotherProcess();
    for (let round = 0; round < 8; round++) {
      const role_name = `race-${round}`;
      const subject = `racer-${round}`;
      await users.roleCreate({ body: { name: role_name } });
      await administration.makeUsers(subject);
      const [deletion, assignment] = await Promise.all([
        post(platform.url, administrator, '/role/delete', { role_name }),
        post(other.url, administrator, '/user/setRoles', { subject, role_names: [role_name] }),
      ]);
      const isDeleted = deletion[1] === 'OK';
      expect([deletion[1], assignment[1]]).toEqual(
        isDeleted ? ['OK', 'ROLE_NOT_FOUND'] : ['ROLE_IN_USE', 'OK'],
      );
      expect((await byName(role_name)) === undefined).toBe(isDeleted);
    }
    await other.close();
  });
});

test('there is a most of roles, which parallel requests do not pass', async () => {
  const { database } = administration.platform;
  const { roles } = await users.roleList();
  const room = 3;
  await database
    .insertInto('aua.roles')
    .values(
      Array.from({ length: authorizationLimits.roles - room - roles.length }, (_, index) => ({
        role: `filler-${index}`,
        description: '',
      })),
    )
    .execute();
  const codes = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      codeOf(users.roleCreate({ body: { name: `letzte-${index}` } })),
    ),
  );
  expect(codes.filter((code) => code === 'ROLE_LIMIT_REACHED')).toHaveLength(room);
  expect((await users.roleList()).roles).toHaveLength(authorizationLimits.roles);
});
