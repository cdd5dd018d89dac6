import { expect, test } from 'vitest';
import { readIdentityProviderSettings } from '../../src/operations/identity-provider-settings.ts';
import { startJwtIssuer, type JwtIssuer } from '../issuer.ts';
import { codeOf, startBeforeAll } from '../platform.ts';
import { startAdministration } from './administration.ts';

const issuer = startBeforeAll(startJwtIssuer);
const silentIssuer = startBeforeAll(startJwtIssuer);
const administration = startBeforeAll(() =>
  startAdministration({
    furtherIdentityProviders: [
      { ...issuer.options, connectorIds: ['SCHOOL_1'] },
      silentIssuer.options,
    ],
  }),
);

const findSubject = async (identity_provider_identifier: string, external_id: string) => {
  const body = { identity_provider_identifier, external_id };
  return (await administration.users.userGetForProvider({ body })).user.subject;
};

/** Makes the user of a token whose claims name a connector id. */
const arrive = async (from: JwtIssuer, sub: string, identity_provider: string) => {
  const who = await from.signIn(sub, { identity_provider });
  await administration.platform.as('aua', who).userUpdateUserInfo({});
  return who.subject;
};

test('a further issuer cannot claim an identity of the primary one', async () => {
  const mia = await administration.platform.identityProvider.signIn('mia');
  const asMia = administration.platform.as('aua', mia);
  await asMia.userUpdateUserInfo({});
  const { identities } = await asMia.userGetIdentities({ body: { subject: mia.subject } });
  const { identity_provider_identifier: connectorId, external_id } = identities[0]!;
  for (const from of [issuer, silentIssuer]) {
    const impostor = await arrive(from, external_id, connectorId);
    expect(await findSubject(connectorId, external_id)).toBe(mia.subject);
    const body = { subject: impostor };
    expect((await administration.users.userGetIdentities({ body })).identities).toEqual([]);
  }
});

test('it speaks for the connector ids that it was given', async () => {
  const lea = await arrive(issuer, 'lea', 'SCHOOL_1');
  expect(await findSubject('SCHOOL_1', 'lea')).toBe(lea);
  await arrive(silentIssuer, 'nora', 'SCHOOL_1');
  expect(await codeOf(findSubject('SCHOOL_1', 'nora'))).toBe('USER_NOT_FOUND');
});

test('the setting gives them, and none by mistake', () => {
  const read = (further: object) =>
    readIdentityProviderSettings({
      LECTERN_ISSUER: 'https://login.example',
      LECTERN_SERVICES_CLIENT_ID: 'services',
      LECTERN_SERVICES_CLIENT_SECRET: 'secret',
      LECTERN_CLIENT_IDS: 'shell',
      LECTERN_FURTHER_IDENTITY_PROVIDERS: JSON.stringify([further]),
    }).furtherIdentityProviders;
  const further = {
    issuer: 'https://school.example',
    clientId: 'services',
    clientSecret: 'secret',
    acceptedClients: ['app'],
  };
  expect(read({ ...further, connectorIds: ['SCHOOL_1'] })).toEqual([
    { ...further, connectorIds: ['SCHOOL_1'] },
  ]);
  expect(read(further)).toEqual([further]);
  expect(() => read({ ...further, connectorIds: 'SCHOOL_1' })).toThrow(
    'LECTERN_FURTHER_IDENTITY_PROVIDERS',
  );
});
