import { beforeAll, expect, describe, test } from 'vitest';
import { codeOf, makeBeforeAll, startBeforeAll } from '../platform.ts';
import { identityOf, startAdministration } from './administration.ts';

const administration = startBeforeAll(startAdministration);

const users = makeBeforeAll(() => administration.users);

const lastChange = async (path: string) => (await administration.changesBy(path)).at(-1)!.change;

describe('single fields', () => {
  beforeAll(async () => {
    await users.userSet({ body: { subject: 'feld', given_name: 'Fee' } });
  });

  test('e-mail', async () => {
    const set = (email: string | null) => users.userSetEmail({ body: { subject: 'feld', email } });
    const user = { subject: 'feld', given_name: 'Fee' };
    await expect(set(null)).resolves.toEqual({ result_state: 'IA_OK', user });
    await expect(set('Fee@Ö.example')).resolves.toEqual({
      result_state: 'OK',
      user: { ...user, email: 'Fee@Ö.example' },
    });
    await expect(set('Fee@Ö.example')).resolves.toMatchObject({ result_state: 'IA_OK' });
    await expect(set('fee@ö.example')).resolves.toMatchObject({ result_state: 'OK' });
    await expect(set(null)).resolves.toEqual({ result_state: 'OK', user });
    const nobody = { subject: 'nobody', email: null };
    expect(await codeOf(users.userSetEmail({ body: nobody }))).toBe('USER_NOT_FOUND');
    const changes = await administration.changesBy('/user/setEmail');
    expect(changes.map(({ change }) => change)).toEqual(
      Array.from({ length: 3 }, () => ({ subject: 'feld', fields: ['email'] })),
    );
    // The log outlives the user: no address stands in it.
    expect(JSON.stringify(changes)).not.toContain('example');
  });

  test('mandant groups', async () => {
    const set = (...mandant_groups: string[]) =>
      users.userSetMandantGroups({ body: { subject: 'feld', mandant_groups } });
    const get = (subject: string) => users.userGetMandantGroups({ body: { subject } });
    await expect(get('feld')).resolves.toMatchObject({ mandant_groups: [] });
    await expect(set()).resolves.toMatchObject({ result_state: 'IA_OK' });
    await expect(set('M-zwei', 'M-eins', 'M-zwei')).resolves.toEqual({
      result_state: 'OK',
      mandant_groups: ['M-eins', 'M-zwei'],
    });
    await expect(set('M-eins', 'M-zwei')).resolves.toMatchObject({ result_state: 'IA_OK' });
    await expect(
      users.userSet({ body: { subject: 'feld', mandant_groups: ['M-zwei', 'M-eins'] } }),
    ).resolves.toMatchObject({ result_state: 'IA_OK' });
    await expect(get('feld')).resolves.toMatchObject({ mandant_groups: ['M-eins', 'M-zwei'] });
    await users.userSet({ body: { subject: 'feld', mandant_groups: [] } });
    await expect(get('feld')).resolves.toMatchObject({ mandant_groups: [] });
    expect(await codeOf(get('nobody'))).toBe('USER_NOT_FOUND');
    const nobody = { subject: 'nobody', mandant_groups: [] };
    expect(await codeOf(users.userSetMandantGroups({ body: nobody }))).toBe('USER_NOT_FOUND');
    expect(await lastChange('/user/setMandantGroups')).toEqual({
      subject: 'feld',
      before: [],
      after: ['M-eins', 'M-zwei'],
    });
  });

  test('deleting an identity', async () => {
    const { groups: _, ...key } = identityOf('weg');
    const remove = (subject: string) => users.userDeleteIdentity({ body: { subject, ...key } });
    await users.userSet({
      body: { subject: 'feld', identities: [identityOf('weg'), identityOf('da')] },
    });
    await expect(remove('feld')).resolves.toEqual({ result_state: 'OK' });
    await expect(remove('feld')).resolves.toEqual({ result_state: 'IA_OK' });
    const { identities } = await users.userGetIdentities({ body: { subject: 'feld' } });
    expect(identities).toEqual([identityOf('da')]);
    expect(await codeOf(remove('nobody'))).toBe('USER_NOT_FOUND');
    const changes = await administration.changesBy('/user/deleteIdentity');
    expect(changes.filter(({ subject }) => subject === 'feld')).toMatchObject([
      { change: { subject: 'feld', identity_provider_identifier: 'PHZH_AD_1' } },
    ]);
  });
});

test('group membership counts provider, case and the whole name', async () => {
  await users.userSet({
    body: { subject: 'mitglied', identities: [identityOf('m', 'aua_group', 'Straße')] },
  });
  const check = async (group: string, identity_provider_identifier?: string) => {
    const optional = identity_provider_identifier && { identity_provider_identifier };
    const body = { subject: 'mitglied', group, ...optional };
    return (await users.userCheckGroupMembership({ body })).is_member;
  };
  expect(await check('aua_group')).toBe(true);
  expect(await check('Straße', 'PHZH_AD_1')).toBe(true);
  expect(await check('aua_group', 'DIHK')).toBe(false);
  expect(await check('AUA_GROUP')).toBe(false);
  expect(await check('aua%')).toBe(false);
  expect(await check('aua-group')).toBe(false);
  const nobody = { subject: 'nobody', group: 'g' };
  expect(await codeOf(users.userCheckGroupMembership({ body: nobody }))).toBe('USER_NOT_FOUND');
});
