import { builtInRoles } from '@lectern/contracts';
import { authorizationLimits } from '@lectern/contracts/calls/users/authorization';
import { describe, expect, test } from 'vitest';
import { codeOf, makeBeforeAll, startBeforeAll } from '../platform.ts';
import { post, refusalText, startAdministration } from './administration.ts';

const administration = startBeforeAll(startAdministration);

const users = makeBeforeAll(() => administration.users);

describe('making a permission', () => {
  test('stores it once, however often it is sent', async () => {
    const body = { name: 'redaktion.freigabe', description: 'Gibt Seiten frei.' };
    const permission = { ...body, built_in: false, reserved: false };
    await expect(users.permissionCreate({ body })).resolves.toEqual({
      result_state: 'OK',
      permission,
    });
    await expect(users.permissionCreate({ body })).resolves.toEqual({
      result_state: 'IA_OK',
      permission,
    });
    expect((await users.permissionList()).permissions).toContainEqual(permission);
    const changes = await administration.changesBy('/permission/create');
    expect(changes.map(({ change }) => change)).toEqual([{ permission_name: body.name }]);
  });

  test('another one of the name is refused, and any of the contract', async () => {
    await users.permissionCreate({ body: { name: 'x.y', description: 'Erste.' } });
    const create = (name: string, description: string) =>
      codeOf(users.permissionCreate({ body: { name, description } }));
    expect(await create('x.y', 'Zweite.')).toBe('PERMISSION_EXISTS');
    const stored = (await users.permissionList()).permissions.find(({ built_in }) => built_in);
    expect(await create(stored!.name, stored!.description)).toBe('PERMISSION_EXISTS');
    expect(await create('X.y', 'Groß.')).toBe('REQUEST_INVALID');
    expect(await create('a,b', 'Komma.')).toBe('REQUEST_INVALID');
    expect(await create('n', 'NUL \0')).toBe('REQUEST_INVALID');
  });
});

describe('deleting a permission', () => {
  test('refuses those of the contract and those that roles have, and says which roles', async () => {
    const permission_name = 'in.gebrauch';
    const body = { permission_name };
    await users.permissionCreate({ body: { name: permission_name, description: 'x' } });
    for (const name of ['zweite', 'erste']) {
      await users.roleCreate({ body: { name, permission_names: [permission_name] } });
    }
    expect(await codeOf(users.permissionDelete({ body }))).toBe('PERMISSION_IN_USE');
    expect(await refusalText(users.permissionDelete({ body }))).toContain('2: erste, zweite');
    expect(await codeOf(users.permissionDelete({ body: { permission_name: 'user.read' } }))).toBe(
      'PERMISSION_BUILT_IN',
    );

    await users.roleDetachPermission({ body: { role_name: 'erste', permission_name } });
    await users.roleDelete({ body: { role_name: 'zweite' } });
    await expect(users.permissionDelete({ body })).resolves.toEqual({ result_state: 'OK' });
    await expect(users.permissionDelete({ body })).resolves.toEqual({ result_state: 'IA_OK' });
    const changes = await administration.changesBy('/permission/delete');
    expect(changes.map(({ change }) => change)).toEqual([{ permission_name }]);
  });

  test('against a parallel attachment: either it is gone, or a role has it', async () => {
    const { platform, administrator } = administration;
    const other = await platform.anotherProcess();
    await users.roleCreate({ body: { name: 'wettlauf' } });
    for (let round = 0; round < 8; round++) {
      const permission_name = `race.${round}`;
      await users.permissionCreate({ body: { name: permission_name, description: 'x' } });
      const [deletion, attachment] = await Promise.all([
        post(platform.url, administrator, '/permission/delete', { permission_name }),
        post(other.url, administrator, '/role/attachPermission', {
          role_name: 'wettlauf',
          permission_name,
        }),
      ]);
      expect([deletion[1], attachment[1]]).toEqual(
        deletion[1] === 'OK' ? ['OK', 'PERMISSION_NOT_FOUND'] : ['PERMISSION_IN_USE', 'OK'],
      );
    }
    await other.close();
  });
});

describe('resolving roles', () => {
  test('gives each permission once, in order', async () => {
    const resolve = (...role_names: string[]) =>
      users.permissionResolveRoles({ body: { role_names } });
    const both = [...new Set([...builtInRoles.teacher, ...builtInRoles['order-system']])];
    expect((await resolve('order-system', 'teacher', 'teacher')).permission_names).toEqual(
      both.toSorted(),
    );
    await users.roleCreate({ body: { name: 'leer' } });
    expect((await resolve('leer')).permission_names).toEqual([]);
    expect(await codeOf(resolve('teacher', 'niemand'))).toBe('ROLE_NOT_FOUND');
    expect(await refusalText(resolve('teacher', 'niemand'))).toContain('1: niemand');
    expect(await codeOf(resolve())).toBe('REQUEST_INVALID');
  });
});

test('there is a most of permissions beside those of the contract', async () => {
  const { database } = administration.platform;
  const { permissions } = await users.permissionList();
  const own = permissions.filter(({ built_in }) => !built_in).length;
  await database
    .insertInto('aua.permissions')
    .values(
      Array.from({ length: authorizationLimits.customPermissions - own - 1 }, (_, index) => ({
        permission: `filler.${index}`,
        description: 'x',
      })),
    )
    .execute();
  const create = (name: string) =>
    codeOf(users.permissionCreate({ body: { name, description: 'x' } }));
  const codes = await Promise.all(['last.a', 'last.b', 'last.c'].map(create));
  expect(codes.filter((code) => code === 'PERMISSION_LIMIT_REACHED')).toHaveLength(2);
});
