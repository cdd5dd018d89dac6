import { builtInRoles } from '@lectern/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { codeOf, makeBeforeAll, startBeforeAll } from '../platform.ts';
import { post, refusalText, startAdministration } from './administration.ts';

const administration = startBeforeAll(startAdministration);

const users = makeBeforeAll(() => administration.users);
beforeAll(async () => {
  await administration.makeUsers('anna', 'emil');
});

const setRoles = (subject: string, ...role_names: string[]) =>
  users.userSetRoles({ body: { subject, role_names } });
const getRoles = (subject: string) => users.userGetRoles({ body: { subject } });

describe('roles of a user', () => {
  test('a user is a student until given a role, and again without any', async () => {
    const student = {
      role_names: ['student'],
      permission_names: builtInRoles.student.toSorted(),
    };
    await expect(getRoles('anna')).resolves.toMatchObject(student);
    await expect(setRoles('anna')).resolves.toEqual({
      result_state: 'IA_OK',
      role_names: ['student'],
    });
    await expect(setRoles('anna', 'teacher', 'order-system', 'teacher')).resolves.toEqual({
      result_state: 'OK',
      role_names: ['order-system', 'teacher'],
    });
    await expect(setRoles('anna', 'order-system', 'teacher')).resolves.toMatchObject({
      result_state: 'IA_OK',
    });
    const both = new Set([...builtInRoles.teacher, ...builtInRoles['order-system']]);
    await expect(getRoles('anna')).resolves.toMatchObject({
      role_names: ['order-system', 'teacher'],
      permission_names: [...both].toSorted(),
    });
    await expect(setRoles('anna')).resolves.toMatchObject({
      result_state: 'OK',
      role_names: ['student'],
    });
    await expect(getRoles('anna')).resolves.toMatchObject(student);

    const changes = await administration.changesBy('/user/setRoles');
    expect(changes).toEqual(
      [
        { before: [], after: ['order-system', 'teacher'] },
        { before: ['order-system', 'teacher'], after: [] },
      ].map((change) => ({
        token_subject: administration.administrator.subject,
        subject: 'anna',
        change: { subject: 'anna', ...change },
      })),
    );
  });

  test('unknown users and roles are refused, and nothing is changed', async () => {
    expect(await codeOf(getRoles('nobody'))).toBe('USER_NOT_FOUND');
    expect(await codeOf(setRoles('nobody', 'teacher'))).toBe('USER_NOT_FOUND');
    expect(await codeOf(setRoles('emil', 'teacher', 'no-such'))).toBe('ROLE_NOT_FOUND');
    expect(await refusalText(setRoles('emil', 'teacher', 'no-such'))).toContain('1: no-such');
    expect((await getRoles('emil')).role_names).toEqual(['student']);
  });

  test('an application that was given no role holds none', async () => {
    await administration.makeUsers('lectern-order-system');
    await expect(getRoles('lectern-order-system')).resolves.toMatchObject({
      role_names: [],
      permission_names: [],
    });
  });

  test('parallel changes of one user end with one of them, whole', async () => {
    const { platform, administrator, makeUsers } = administration;
    const other = await platform.anotherProcess();
    await makeUsers('parallel');
    const wishes = [['teacher'], ['order-system', 'student'], ['support'], ['order-system']];
    const answers = await Promise.all(
      [...wishes, ...wishes].map((role_names, index) =>
        post(index % 2 ? other.url : platform.url, administrator, '/user/setRoles', {
          subject: 'parallel',
          role_names,
        }),
      ),
    );
    await other.close();
    expect(answers.map(([status]) => status)).toEqual(answers.map(() => 200));
    expect(wishes).toContainEqual((await getRoles('parallel')).role_names);
  });
});

describe('reserved permissions', () => {
  const attach = (role_name: string) =>
    codeOf(users.roleAttachPermission({ body: { role_name, permission_name: 'subject.act-for' } }));

  test('no role of pupils is given one', async () => {
    expect(await attach('student')).toBe('PERMISSION_RESERVED');
    expect(await attach('teacher')).toBe('PERMISSION_RESERVED');
    const permission_names = [...builtInRoles.teacher, 'subject.act-for'];
    expect(
      await codeOf(users.roleSetPermissions({ body: { role_name: 'teacher', permission_names } })),
    ).toBe('PERMISSION_RESERVED');
    const { roles } = await users.roleList();
    expect(roles.find(({ name }) => name === 'teacher')!.permission_names).not.toContain(
      'subject.act-for',
    );
  });

  test('no other role of somebody who is a pupil, too', async () => {
    await users.roleCreate({ body: { name: 'helper' } });
    await administration.makeUsers('paul');
    await setRoles('paul', 'helper', 'teacher');
    expect(await attach('helper')).toBe('PERMISSION_RESERVED');
    await setRoles('paul', 'helper');
    expect(await attach('helper')).toBeUndefined();
    expect(await codeOf(setRoles('paul', 'helper', 'student'))).toBe('PERMISSION_RESERVED');
    expect(await codeOf(setRoles('paul', 'support', 'teacher'))).toBe('PERMISSION_RESERVED');
    expect((await getRoles('paul')).role_names).toEqual(['helper']);
  });

  test('whoever is first of two that together would break the rule', async () => {
    const { platform, administrator, makeUsers } = administration;
    const other = await platform.anotherProcess();
    for (let round = 0; round < 8; round++) {
      const [role_name, subject] = [`rule-${round}`, `pupil-${round}`];
      await users.roleCreate({ body: { name: role_name } });
      await makeUsers(subject);
      const [attachment, assignment] = await Promise.all([
        post(platform.url, administrator, '/role/attachPermission', {
          role_name,
          permission_name: 'subject.act-for',
        }),
        post(other.url, administrator, '/user/setRoles', {
          subject,
          role_names: [role_name, 'student'],
        }),
      ]);
      expect([attachment[1], assignment[1]].toSorted()).toEqual(['OK', 'PERMISSION_RESERVED']);
    }
    await other.close();
  });
});
