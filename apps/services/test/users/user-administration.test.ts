import { describe, expect, test } from 'vitest';
import { codeOf, linkSubject, makeBeforeAll, startBeforeAll } from '../platform.ts';
import { identityOf, post, refusalText, startAdministration } from './administration.ts';

const administration = startBeforeAll(startAdministration);

const users = makeBeforeAll(() => administration.users);

const lastChange = async (path: string) => (await administration.changesBy(path)).at(-1)!.change;

describe('setting a user', () => {
  const jonas = {
    subject: 'jonas',
    given_name: 'Jönas',
    family_name: "O'Graf",
    email: 'jonas@verlag.example',
    locale: 'de-CH',
  };

  test('creates it, changes what is given, removes with null and keeps the rest', async () => {
    await expect(users.userSet({ body: jonas })).resolves.toEqual({
      result_state: 'OK',
      user: jonas,
      created: true,
    });
    await expect(users.userSet({ body: jonas })).resolves.toEqual({
      result_state: 'IA_OK',
      user: jonas,
      created: false,
    });
    await expect(users.userSet({ body: { subject: 'jonas' } })).resolves.toMatchObject({
      result_state: 'IA_OK',
    });
    const { email: _, ...rest } = { ...jonas, family_name: 'Graf' };
    const change = { subject: 'jonas', family_name: 'Graf', email: null };
    await expect(users.userSet({ body: change })).resolves.toEqual({
      result_state: 'OK',
      user: rest,
      created: false,
    });
    await expect(users.userGet({ body: { subject: 'jonas' } })).resolves.toMatchObject({
      user: rest,
    });
    expect(await administration.changesBy('/user/set')).toEqual(
      [
        { created: true, fields: ['given_name', 'family_name', 'email', 'locale'] },
        { created: false, fields: ['family_name', 'email'] },
      ].map((change) => ({
        token_subject: administration.administrator.subject,
        subject: 'jonas',
        change: { subject: 'jonas', ...change, identity_providers: [] },
      })),
    );
  });

  test('a user without anything is created once', async () => {
    const body = { subject: 'leer' };
    await expect(users.userSet({ body })).resolves.toMatchObject({ created: true });
    await expect(users.userSet({ body })).resolves.toMatchObject({
      result_state: 'IA_OK',
      created: false,
    });
  });

  test('adds identities, replaces their groups, and keeps the others', async () => {
    const set = (...identities: ReturnType<typeof identityOf>[]) =>
      users.userSet({ body: { subject: 'ida', identities } });
    const stored = async () =>
      (await users.userGetIdentities({ body: { subject: 'ida' } })).identities;

    await set(identityOf('1', 'b', 'a', 'b'));
    expect(await stored()).toEqual([identityOf('1', 'a', 'b')]);
    await expect(set(identityOf('1', 'a', 'b'))).resolves.toMatchObject({ result_state: 'IA_OK' });
    await expect(set(identityOf('2'), identityOf('1', 'c'))).resolves.toMatchObject({
      result_state: 'OK',
    });
    expect(await stored()).toEqual([identityOf('1', 'c'), identityOf('2')]);
    expect(await lastChange('/user/set')).toEqual({
      subject: 'ida',
      created: false,
      fields: [],
      identity_providers: ['PHZH_AD_1', 'PHZH_AD_1'],
    });
    expect(await codeOf(set(identityOf('1'), identityOf('1', 'c')))).toBe('REQUEST_INVALID');
  });

  test('an identity of another user is taken, and nothing is changed', async () => {
    await users.userSet({ body: { subject: 'owner', identities: [identityOf('taken')] } });
    const body = {
      subject: 'thief',
      given_name: 'T',
      identities: [identityOf('free'), identityOf('taken')],
    };
    expect(await codeOf(users.userSet({ body }))).toBe('IDENTITY_TAKEN');
    expect(await refusalText(users.userSet({ body }))).toContain('taken at PHZH_AD_1');
    expect(await codeOf(users.userGet({ body: { subject: 'thief' } }))).toBe('USER_NOT_FOUND');
    // The same external id at another provider is somebody else.
    const elsewhere = { ...identityOf('taken'), identity_provider_identifier: 'DIHK' };
    expect(
      await codeOf(users.userSet({ body: { subject: 'thief', identities: [elsewhere] } })),
    ).toBeUndefined();
    // An identity that its owner gives up is free.
    const { groups: _, ...key } = identityOf('taken');
    await users.userDeleteIdentity({ body: { subject: 'owner', ...key } });
    expect(await codeOf(users.userSet({ body }))).toBeUndefined();
  });

  test('an identity of a subject that was linked to the user is its own', async () => {
    await users.userSet({ body: { subject: 'old-name', identities: [identityOf('same')] } });
    await users.userSet({ body: { subject: 'new-name' } });
    await linkSubject(administration.platform.database, 'old-name', 'new-name');
    const body = { subject: 'new-name', identities: [identityOf('same')] };
    expect(await codeOf(users.userSet({ body }))).toBeUndefined();
  });

  test('of many who want one identity at once one gets it', async () => {
    const { platform, administrator } = administration;
    const other = await platform.anotherProcess();
    for (let round = 0; round < 4; round++) {
      const wanted = [identityOf(`a-${round}`), identityOf(`b-${round}`)];
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          post(index % 2 ? other.url : platform.url, administrator, '/user/set', {
            subject: `rival-${round}-${index}`,
            // In either order, so that two could wait for each other.
            identities: index % 3 ? wanted : wanted.toReversed(),
          }),
        ),
      );
      expect(answers.map(([, code]) => code).toSorted()).toEqual([
        ...Array.from({ length: 7 }, () => 'IDENTITY_TAKEN'),
        'OK',
      ]);
    }
    await other.close();
  });

  test('many who set a new user at once make one user', async () => {
    const { platform, administrator } = administration;
    const other = await platform.anotherProcess();
    const body = { subject: 'once', given_name: 'Eins', identities: [identityOf('once', 'g')] };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        post(index % 2 ? other.url : platform.url, administrator, '/user/set', body),
      ),
    );
    await other.close();
    expect(answers.map(([, code]) => code).toSorted()).toEqual([
      ...Array.from({ length: 7 }, () => 'IA_OK'),
      'OK',
    ]);
  });

  test.each([
    ['an e-mail address without @', { email: 'jonas' }],
    ['an e-mail address with a space', { email: 'jo nas@x.example' }],
    ['a long e-mail address', { email: `${'x'.repeat(320)}@x.example` }],
    ['a locale that is none', { locale: 'deutsch (Schweiz)' }],
    ['an empty name', { given_name: '' }],
    ['a name with NUL', { given_name: 'a\0b' }],
    ['half a surrogate pair', { family_name: '\ud800' }],
    ['a subject with a comma', { subject: 'a,b' }],
    ['an unknown field', { role: 'administrator' }],
    ['a long identifier', { mandant_groups: ['ä'.repeat(128)] }],
  ])('%s is refused', async (_name, change) => {
    const { platform, administrator } = administration;
    const body = { ...jonas, ...change };
    expect(await post(platform.url, administrator, '/user/set', body)).toEqual([
      400,
      'REQUEST_INVALID',
    ]);
  });
});
