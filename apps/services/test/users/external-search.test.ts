import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codeOf, giveRole, linkSubject, startBeforeAll } from '../platform.ts';
import { startAdministration } from './administration.ts';
import { send, startScimServer } from './scim-server.ts';
import { insertRows } from '../rows.ts';

const school = startBeforeAll(() => startScimServer(isServicesToken));
const town = startBeforeAll(startScimServer);
const administration = startBeforeAll(() =>
  startAdministration({
    directories: [
      { identityProviderIdentifier: 'SCHOOL', address: school.address },
      {
        identityProviderIdentifier: 'TOWN',
        address: `${town.address}/`,
        externalIdAttribute: 'externalId',
      },
    ],
  }),
);
beforeEach(() => {
  school.users.push(
    {
      id: 'k1',
      userName: 'mia.k',
      name: { givenName: 'Mia', familyName: 'Keller' },
      emails: [{ value: 'private@x.example' }, { value: 'mia@school.example', primary: true }],
    },
    { id: 'k2', userName: 'ben.f', name: { givenName: 'Ben', familyName: 'Kühn' } },
    { id: 'k3', userName: 'none', name: null, externalId: null },
  );
  town.users.push(
    { id: 'internal-1', externalId: 't1', name: { givenName: 'Kira' } },
    { id: 'internal-2', name: { givenName: 'Kurt' } },
  );
});
afterEach(() => {
  for (const { users, requests } of [school, town]) {
    users.length = 0;
    requests.length = 0;
  }
  school.misbehave(undefined);
});

/** True for a token of the services' own client. */
async function isServicesToken(token: string): Promise<boolean> {
  const { issuer, clientId, clientSecret } =
    administration.platform.identityProvider.servicesClient;
  const answer = await fetch(`${issuer}/oauth/introspect`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    },
    body: new URLSearchParams({ token }),
  });
  const { active, client_id } = (await answer.json()) as { active: boolean; client_id?: string };
  return active && client_id === clientId;
}

const search = (term: string, provider?: string, limit?: number) =>
  administration.users.userExternalSearch({
    body: {
      term,
      ...(provider && { identity_provider_identifier: provider }),
      ...(limit && { limit }),
    },
  });
const ids = async (...given: Parameters<typeof search>) =>
  (await search(...given)).users.map(({ external_id }) => external_id);

describe('external search', () => {
  test('finds people by names, e-mail address, user name and id, in the services’ own name', async () => {
    expect(await ids('kel', 'SCHOOL')).toEqual(['k1']);
    expect(await ids('BEN', 'SCHOOL')).toEqual(['k2']);
    expect(await ids('mia@', 'SCHOOL')).toEqual(['k1']);
    expect(await ids('mia.', 'SCHOOL')).toEqual(['k1']);
    expect(await ids('k3', 'SCHOOL')).toEqual(['k3']);
    expect(await ids('K3', 'SCHOOL')).toEqual([]);
    // One token for all of them.
    expect(new Set(school.requests.map(({ token }) => token)).size).toBe(1);
  });

  test('gives whoever sees the customers of some publishers nobody else', async () => {
    const { database, identityProvider } = administration.platform;
    const thomas = await identityProvider.signIn('thomas');
    const { subject } = thomas;
    await database.insertInto('aua.roles').values({ role: 'sales', description: '' }).execute();
    await database
      .insertInto('aua.role_permissions')
      .values({ role: 'sales', permission: 'user.search' })
      .execute();
    await giveRole(database, subject, 'sales');
    await administration.makeUsers('ben-here');
    await insertRows(database, 'aua.users', { subject, mandant_groups: ['OWN'] });
    await insertRows(database, 'aua.identities', {
      subject: 'ben-here',
      identity_provider_identifier: 'SCHOOL',
      external_id: 'k2',
      groups: [],
    });
    const found = async () => {
      const users = administration.platform.as('aua', thomas);
      const body = { term: 'k', identity_provider_identifier: 'SCHOOL' };
      return (await users.userExternalSearch({ body })).users.map((user) => user.external_id);
    };
    expect(await found()).toEqual([]);
    await insertRows(database, 'lima.licenses', {
      subject: 'ben-here',
      license_code: 'of-ben',
      license_strategy: 'LICENSE_STRATEGY_USER',
      mandant_identifier: 'OWN',
      product_reference: 'own',
    });
    expect(await found()).toEqual(['k2']);
    await database.deleteFrom('aua.identities').where('subject', '=', 'ben-here').execute();
  });

  test('gives what the directory says, and the subject of users', async () => {
    const { database } = administration.platform;
    await administration.makeUsers('mia-here', 'mia-linked');
    const identity = { identity_provider_identifier: 'SCHOOL', groups: [] };
    await database
      .insertInto('aua.identities')
      .values({ ...identity, subject: 'mia-here', external_id: 'k1' })
      .execute();
    const { users, truncated } = await search('k', 'SCHOOL');
    expect(truncated).toBe(false);
    expect(users).toEqual([
      {
        identity_provider_identifier: 'SCHOOL',
        external_id: 'k1',
        given_name: 'Mia',
        family_name: 'Keller',
        email: 'mia@school.example',
        subject: 'mia-here',
      },
      {
        identity_provider_identifier: 'SCHOOL',
        external_id: 'k2',
        given_name: 'Ben',
        family_name: 'Kühn',
      },
    ]);
    // A subject that has become another one is told as that one.
    await linkSubject(database, 'mia-here', 'mia-linked');
    expect((await search('k1', 'SCHOOL')).users[0]!.subject).toBe('mia-linked');
  });

  test('asks all directories, in their order', async () => {
    const { users, truncated } = await search('k');
    expect(users.map((user) => [user.identity_provider_identifier, user.external_id])).toEqual([
      ['SCHOOL', 'k1'],
      ['SCHOOL', 'k2'],
      // A person without an external id there cannot be named.
      ['TOWN', 't1'],
    ]);
    expect(truncated).toBe(false);
  });

  test('says whether there are more', async () => {
    expect(await search('k', 'SCHOOL', 1)).toMatchObject({ truncated: true });
    expect(await ids('k', 'SCHOOL', 1)).toEqual(['k1']);
    expect(await search('k', undefined, 2)).toMatchObject({ truncated: true });
    expect(await ids('k', undefined, 2)).toEqual(['k1', 'k2']);
    expect(await search('k', 'SCHOOL', 2)).toMatchObject({ truncated: false });
  });

  test('passes a term on by its letters: nothing in it ends the filter', async () => {
    const terms = ['" or userName sw "', '\\', '\\"', 'a b+c&count=1#?%25', '\u2028ü', '*%_', '"'];
    for (const term of terms) {
      expect(await ids(term, 'SCHOOL'), term).toEqual([]);
      expect(school.requests.at(-1)!.filter).toContain(`userName sw ${JSON.stringify(term)}`);
    }
    school.users.push({ id: 'quote', userName: 'say "hi" \\o/ +1' });
    expect(await ids('say "hi" \\o/ +', 'SCHOOL')).toEqual(['quote']);
  });

  test('names a provider without directory, and one that there is not', async () => {
    expect(await codeOf(search('k', 'BEOOK_1'))).toBe('DIRECTORY_NOT_CONFIGURED');
    expect(await codeOf(search('k', 'NOBODY'))).toBe('PROVIDER_NOT_FOUND');
    await administration.platform.database
      .insertInto('aua.identity_providers')
      .values({ identity_provider_identifier: 'SEEN' })
      .execute();
    expect(await codeOf(search('k', 'SEEN'))).toBe('DIRECTORY_NOT_CONFIGURED');
    expect(school.requests).toEqual([]);
  });

  test('leaves out of a person what does not fit', async () => {
    const long = 'x'.repeat(400);
    school.users.push(
      { id: 'odd', userName: 'odd', name: { givenName: long, familyName: 'a\0b' }, emails: [{}] },
      { id: `odd${'ü'.repeat(200)}`, userName: 'odd' },
      { id: '', userName: 'odd' },
    );
    expect((await search('odd', 'SCHOOL')).users).toEqual([
      { identity_provider_identifier: 'SCHOOL', external_id: 'odd' },
    ]);
  });

  test('asks a directory that refuses a token with another one the next time', async () => {
    await ids('k', 'SCHOOL');
    school.misbehave((response) => send(response, 401, {}));
    expect(await codeOf(search('k', 'SCHOOL'))).toBe('DIRECTORY_UNAVAILABLE');
    school.misbehave(undefined);
    expect(await ids('kel', 'SCHOOL')).toEqual(['k1']);
    const [first, second, third] = school.requests.map(({ token }) => token);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });
});

test('without any directory there is nothing to be searched', async () => {
  const without = await startAdministration();
  const refused = without.users.userExternalSearch({ body: { term: randomUUID() } });
  expect(await codeOf(refused)).toBe('DIRECTORY_NOT_CONFIGURED');
  await without.platform.close();
});

test('the list of providers says which have a directory', async () => {
  const { providers } = await administration.users.providerList();
  const withDirectory = providers.filter(({ has_directory }) => has_directory);
  expect(withDirectory.map((idp) => idp.identity_provider_identifier)).toEqual(['SCHOOL', 'TOWN']);
});
