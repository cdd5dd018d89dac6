import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { subjectOfFurtherIssuer } from '../../src/storage/subject-names.ts';
import { startJwtIssuer } from '../issuer.ts';
import { codeOf, makeBeforeAll, startBeforeAll } from '../platform.ts';
import { post, refusalText, startAdministration } from './administration.ts';
import { listOf, send, startScimServer } from './scim-server.ts';
import { rowsOf } from '../rows.ts';

const school = startBeforeAll(startScimServer);
const issuer = startBeforeAll(startJwtIssuer);
const administration = startBeforeAll(() =>
  startAdministration({
    directories: [{ identityProviderIdentifier: 'SCHOOL', address: school.address }],
    furtherIdentityProviders: [{ ...issuer.options, connectorIds: ['JWT_1', 'JWT_2'] }],
  }),
);
const lea = makeBeforeAll(() => administration.platform.identityProvider.signIn('lea'));
beforeEach(async () => {
  await administration.makeUsers('pupil');
  await addIdentity('pupil', 'SCHOOL', 'p1', ['old']);
});
afterEach(async () => {
  school.users.length = 0;
  school.requests.length = 0;
  school.misbehave(undefined);
  const { database } = administration.platform;
  await database.deleteFrom('aua.identities').execute();
  await database.deleteFrom('aua.users').execute();
});

async function addIdentity(
  subject: string,
  identity_provider_identifier: string,
  external_id: string,
  groups: string[],
): Promise<void> {
  await administration.platform.database
    .insertInto('aua.identities')
    .values({ subject, identity_provider_identifier, external_id, groups })
    .execute();
}

const storedGroups = async (subject: string) => {
  const rows = await administration.platform.database
    .selectFrom('aua.identities')
    .select(['external_id', 'groups'])
    .where('subject', '=', subject)
    .execute();
  return Object.fromEntries(rows.map(({ external_id, groups }) => [external_id, groups]));
};
const refresh = (subject: string, provider?: string, users = administration.users) =>
  users.userRefreshIdentities({
    body: { subject, ...(provider && { identity_provider_identifier: provider }) },
  });
const outcomes = async (...given: Parameters<typeof refresh>) => {
  const { identities, result_state } = await refresh(...given);
  return [result_state, ...identities.map(({ external_id, outcome }) => [external_id, outcome])];
};

describe('the own identities', () => {
  const own = (provider?: string) =>
    refresh(lea.subject, provider, administration.platform.as('aua', lea));
  const ownOutcomes = (provider?: string) =>
    outcomes(lea.subject, provider, administration.platform.as('aua', lea));

  beforeEach(async () => {
    await administration.platform.as('aua', lea).userUpdateUserInfo();
  });

  test('are brought up to date from user information', async () => {
    expect(await ownOutcomes()).toEqual(['IA_OK', [lea.subject, 'UNCHANGED']]);
    const { database } = administration.platform;
    await rowsOf(database, 'aua.identities').set({ groups: ['left', 'long'] });
    const groups = ['aua_group_sv_pandalogin'];
    expect(await own()).toEqual({
      result_state: 'OK',
      identities: [
        {
          identity_provider_identifier: 'SCHUL_VERLAG_1',
          external_id: lea.subject,
          groups,
          outcome: 'CHANGED',
        },
      ],
    });
    expect(await storedGroups(lea.subject)).toEqual({ [lea.subject]: groups });
  });

  test('of other providers are not asked about, and not touched', async () => {
    await addIdentity(lea.subject, 'SCHOOL', 's-lea', ['kept']);
    school.users.push({ id: 's-lea' });
    expect(await ownOutcomes()).toEqual([
      'IA_OK',
      ['s-lea', 'NOT_ASKED'],
      [lea.subject, 'UNCHANGED'],
    ]);
    expect(await ownOutcomes('SCHOOL')).toEqual(['IA_OK', ['s-lea', 'NOT_ASKED']]);
    expect(await ownOutcomes('SCHUL_VERLAG_1')).toEqual(['IA_OK', [lea.subject, 'UNCHANGED']]);
    expect(school.requests).toEqual([]);
  });

  test('that were removed do not come back', async () => {
    await administration.platform.database
      .deleteFrom('aua.identities')
      .where('subject', '=', lea.subject)
      .execute();
    expect(await ownOutcomes()).toEqual(['IA_OK']);
    expect(await storedGroups(lea.subject)).toEqual({});
  });

  test('of a user whom nobody has seen yet are no identities', async () => {
    await administration.platform.database.deleteFrom('aua.users').execute();
    expect(await codeOf(own())).toBe('USER_NOT_FOUND');
  });

  test('stay where the provider refuses the token', async () => {
    const ben = await administration.platform.identityProvider.signIn('ben');
    const users = administration.platform.as('aua', ben);
    await users.userUpdateUserInfo();
    const groups = await storedGroups(ben.subject);
    // The services remember the token for a moment; the provider already refuses it.
    await administration.platform.identityProvider.revoke(ben);
    expect(await codeOf(refresh(ben.subject, undefined, users))).toBe('USER_INFO_REFUSED');
    expect(await storedGroups(ben.subject)).toEqual(groups);
  });

  test('are read from the token where the provider has no user information', async () => {
    const subject = subjectOfFurtherIssuer(issuer.options.issuer, 'tim');
    await administration.makeUsers(subject);
    await addIdentity(subject, 'JWT_1', 'tim', ['old']);
    const withClaims = async (claims: Record<string, unknown>) => {
      const token = await issuer.sign({ ...issuer.claims('tim'), ...claims });
      const users = administration.platform.as('aua', { token, subject });
      return refresh(subject, undefined, users);
    };
    const provider = { identity_provider: 'JWT_1' };
    expect(await codeOf(withClaims({}))).toBe('USER_INFO_REFUSED');
    expect(await codeOf(withClaims(provider))).toBe('USER_INFO_REFUSED');
    expect(await storedGroups(subject)).toEqual({ tim: ['old'] });
    const { identities } = await withClaims({ ...provider, groups: ['new'] });
    expect(identities).toMatchObject([{ groups: ['new'], outcome: 'CHANGED' }]);
    await withClaims({ ...provider, groups: [] });
    expect(await storedGroups(subject)).toEqual({ tim: [] });
    // Not by a provider that speaks for another one.
    await addIdentity(subject, 'BEOOK_1', 'tim', ['old']);
    const foreign = { identity_provider: 'BEOOK_1', groups: ['new'] };
    expect(await codeOf(withClaims(foreign))).toBe('USER_INFO_REFUSED');
  });
});

describe('the identities of another', () => {
  test('are brought up to date from the directory of their provider', async () => {
    school.users.push({
      id: 'p1',
      groups: [
        { value: 'g-2', display: '6b' },
        { value: 'g-1', display: '5b' },
        { value: 'only-value' },
        { display: 'x'.repeat(300) },
        {},
      ],
    });
    await addIdentity('pupil', 'ELSEWHERE', 'e1', ['kept']);
    const groups = ['5b', '6b', 'only-value'];
    expect(await refresh('pupil')).toEqual({
      result_state: 'OK',
      identities: [
        {
          identity_provider_identifier: 'ELSEWHERE',
          external_id: 'e1',
          groups: ['kept'],
          outcome: 'NOT_ASKED',
        },
        {
          identity_provider_identifier: 'SCHOOL',
          external_id: 'p1',
          groups,
          outcome: 'CHANGED',
        },
      ],
    });
    expect(await storedGroups('pupil')).toEqual({ p1: groups, e1: ['kept'] });
    expect(await outcomes('pupil', 'SCHOOL')).toEqual(['IA_OK', ['p1', 'UNCHANGED']]);
    // Groups that were seen are listed.
    const listed = (await administration.users.groupList()).groups;
    expect(listed).toContainEqual({ identity_provider_identifier: 'SCHOOL', group: '5b' });
  });

  test('that the directory does not know stay as they are', async () => {
    school.users.push({ id: 'somebody' });
    expect(await outcomes('pupil')).toEqual(['IA_OK', ['p1', 'NOT_FOUND']]);
    expect(await storedGroups('pupil')).toEqual({ p1: ['old'] });
  });

  test('without groups there lose those they had', async () => {
    school.users.push({ id: 'p1' });
    expect(await outcomes('pupil')).toEqual(['OK', ['p1', 'CHANGED']]);
    expect(await storedGroups('pupil')).toEqual({ p1: [] });
  });

  test('are asked for by their whole id, whatever is in it', async () => {
    const id = 'a" or id eq "b\\';
    await addIdentity('pupil', 'SCHOOL', id, []);
    school.users.push({ id: 'b', groups: [{ display: 'b' }] }, { id, groups: [{ display: 'a' }] });
    expect(await outcomes('pupil')).toEqual(['OK', [id, 'CHANGED'], ['p1', 'NOT_FOUND']]);
    expect(await storedGroups('pupil')).toEqual({ p1: ['old'], [id]: ['a'] });
  });

  test('are not mixed up by a directory that does not filter', async () => {
    const everybody = [{ id: 'x', groups: [{ display: 'wrong' }] }, { id: 'y' }];
    school.misbehave((response) => send(response, 200, listOf(everybody, 500)));
    const refused = refresh('pupil');
    expect(await codeOf(refused)).toBe('DIRECTORY_UNAVAILABLE');
    expect(await refusalText(refused)).toBe('The directory of SCHOOL answered with somebody else.');
    expect(await storedGroups('pupil')).toEqual({ p1: ['old'] });
  });

  test('stay as they are while the directory fails for one of them', async () => {
    await addIdentity('pupil', 'SCHOOL', 'p2', ['old']);
    let requests = 0;
    school.misbehave((response) => {
      const first = requests++ === 0;
      const person = { id: 'p1', groups: [] };
      send(response, first ? 200 : 500, listOf([person], 1));
    });
    expect(await codeOf(refresh('pupil'))).toBe('DIRECTORY_UNAVAILABLE');
    expect(await storedGroups('pupil')).toEqual({ p1: ['old'], p2: ['old'] });
  });

  test('need a directory', async () => {
    expect(await codeOf(refresh('pupil', 'ELSEWHERE'))).toBe('DIRECTORY_NOT_CONFIGURED');
    await rowsOf(administration.platform.database, 'aua.identities', { subject: 'pupil' }).delete();
    expect(await outcomes('pupil', 'SCHOOL')).toEqual(['IA_OK']);
    expect(await codeOf(refresh('nobody'))).toBe('USER_NOT_FOUND');
  });

  test('that are removed meanwhile do not come back', async () => {
    const { database } = administration.platform;
    school.misbehave((response) => {
      void database
        .deleteFrom('aua.identities')
        .execute()
        .then(() => send(response, 200, listOf([{ id: 'p1', groups: [{ display: 'new' }] }], 1)));
    });
    expect(await outcomes('pupil')).toEqual(['IA_OK']);
    expect(await storedGroups('pupil')).toEqual({});
  });

  test('are changed once by many at the same time, in several processes', async () => {
    const second = await administration.platform.anotherProcess();
    school.users.push({ id: 'p1', groups: [{ display: 'new' }] });
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        post(
          index % 2 ? second.url : administration.platform.url,
          administration.administrator,
          '/user/refreshIdentities',
          { subject: 'pupil' },
        ),
      ),
    );
    const states = answers.map(([, state]) => state).toSorted();
    expect(states).toEqual([...Array<string>(15).fill('IA_OK'), 'OK']);
    await second.close();
  });

  test('are not for pupils to ask about', async () => {
    const users = administration.platform.as('aua', lea);
    expect(await codeOf(refresh('pupil', undefined, users))).toBe('SUBJECT_FORBIDDEN');
    expect(school.requests).toEqual([]);
  });
});

test('without any directory another’s identities cannot be refreshed', async () => {
  const without = await startAdministration();
  await without.makeUsers('pupil');
  const refused = refresh('pupil', undefined, without.users);
  expect(await codeOf(refused)).toBe('DIRECTORY_NOT_CONFIGURED');
  await without.platform.close();
});
