import { randomUUID } from 'node:crypto';
import { builtInRoles } from '@lectern/contracts';
import type { SignedIn } from '@lectern/env/testing';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeOf, giveRole, linkSubject, makeBeforeAll, startBeforeAll } from '../platform.ts';
import { post, startAdministration } from './administration.ts';
import { insertRows } from '../rows.ts';

const administration = startBeforeAll(startAdministration);
let ben: SignedIn;

const users = makeBeforeAll(() => administration.users);
beforeAll(async () => {
  const { platform, makeUsers, administrator } = administration;
  ben = await platform.identityProvider.signIn('ben');
  await makeUsers('anna', 'emil', ben.subject, administrator.subject);
});

const setRoles = (subject: string, ...role_names: string[]) =>
  users.userSetRoles({ body: { subject, role_names } });
const getRoles = (subject: string) => users.userGetRoles({ body: { subject } });

describe('somebody must remain who can manage and assign roles', () => {
  /** Adrian and Ben are the only administrators; nobody else has a role. */
  const twoAdministrators = async () => {
    const { database } = administration.platform;
    await database.deleteFrom('aua.user_roles').execute();
    await database
      .insertInto('aua.user_roles')
      .values(
        [ben, administration.administrator].map(({ subject }) => ({
          subject,
          role: 'administrator',
        })),
      )
      .execute();
  };
  beforeEach(twoAdministrators);
  const self = () => administration.administrator.subject;
  const detach = (permission_name: string) =>
    codeOf(users.roleDetachPermission({ body: { role_name: 'administrator', permission_name } }));

  test('one of two can go, the last cannot', async () => {
    expect(await codeOf(setRoles(ben.subject, 'teacher'))).toBeUndefined();
    expect(await codeOf(setRoles(self()))).toBe('LAST_ADMINISTRATOR');
    expect((await getRoles(self())).role_names).toEqual(['administrator']);
    // One who may only assign, and one who may only manage, are no administrator.
    await users.roleCreate({ body: { name: 'assigner', permission_names: ['role.assign'] } });
    await users.roleCreate({ body: { name: 'manager', permission_names: ['role.manage'] } });
    await setRoles('anna', 'assigner');
    await setRoles('emil', 'manager');
    expect(await codeOf(setRoles(self()))).toBe('LAST_ADMINISTRATOR');
    // Both by two roles are one.
    await setRoles('anna', 'assigner', 'manager');
    expect(await codeOf(setRoles(self()))).toBeUndefined();
  });

  test('the role keeps what makes administrators', async () => {
    expect(await detach('role.manage')).toBe('LAST_ADMINISTRATOR');
    expect(await detach('role.assign')).toBe('LAST_ADMINISTRATOR');
    const body = { role_name: 'administrator', permission_names: ['role.manage'] };
    expect(await codeOf(users.roleSetPermissions({ body }))).toBe('LAST_ADMINISTRATOR');
    expect(await detach('file.publish')).toBeUndefined();
    const { roles } = await users.roleList();
    expect(roles.find(({ name }) => name === 'administrator')!.permission_names).toEqual(
      builtInRoles.administrator.filter((name) => name !== 'file.publish').toSorted(),
    );
  });

  test.each([
    [
      'an application',
      async () => {
        await giveRole(administration.platform.database, 'lectern-order-system', 'administrator');
      },
    ],
    [
      'a subject that has become another one',
      async () => {
        const { database } = administration.platform;
        await giveRole(database, 'linked', 'administrator');
        await linkSubject(database, 'linked', 'anna');
      },
    ],
    [
      'a user who is being erased',
      async () => {
        const { database } = administration.platform;
        await giveRole(database, 'leaving', 'administrator');
        await insertRows(database, 'aua.subject_jobs', {
          subject: 'leaving',
          job_id: randomUUID(),
          kind: 'erase',
          to_subject: null,
          requested_by: self(),
          correlation_id: 'test',
        });
      },
    ],
  ])('%s is no administrator that remains', async (_name, arrange) => {
    await setRoles(ben.subject, 'teacher');
    await arrange();
    expect(await codeOf(setRoles(self()))).toBe('LAST_ADMINISTRATOR');
  });

  test('two who remove each other at once: one stays', async () => {
    const { platform, administrator } = administration;
    const other = await platform.anotherProcess();
    // It remembers Ben's token with the role.
    await post(other.url, ben, '/role/list', undefined);
    for (let round = 0; round < 8; round++) {
      await twoAdministrators();
      const answers = await Promise.all([
        post(platform.url, administrator, '/user/setRoles', {
          subject: ben.subject,
          role_names: ['student'],
        }),
        post(other.url, ben, '/user/setRoles', { subject: self(), role_names: ['student'] }),
      ]);
      const codes = answers.map(([, code]) => code);
      expect(codes.filter((code) => code === 'OK')).toHaveLength(1);
      // By the time that the other one was asked it may have lost what it needs.
      expect(codes).toContainEqual(
        expect.stringMatching(/^(LAST_ADMINISTRATOR|PERMISSION_MISSING|GRANT_NOT_HELD)$/),
      );
    }
    await other.close();
  });
});
