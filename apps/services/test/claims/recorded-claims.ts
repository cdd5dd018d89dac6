import type { ClaimSources } from '../../src/users/user-info.ts';

/** Claims of a provider about a person, in the shape that its own documentation shows. */
export interface RecordedClaims extends ClaimSources {
  /** Heading in `docs/operate/identity-providers.md`. */
  readonly provider: string;
  readonly what: string;
  readonly user: object;
  readonly external_id: string;
  readonly groups: readonly string[] | undefined;
}

const keycloakUser = {
  sub: 'f:1b9c:mia',
  email_verified: true,
  preferred_username: 'mia',
  given_name: 'Mia',
  family_name: 'Keller',
  email: 'mia@schule.example',
};
const keycloakToken = {
  active: true,
  sub: 'f:1b9c:mia',
  azp: 'lectern-shell',
  realm_access: { roles: ['pupil', 'offline_access'] },
  resource_access: { 'lectern-shell': { roles: ['reader'] } },
};
const mia = { given_name: 'Mia', family_name: 'Keller', email: 'mia@schule.example' };

const entraUser = {
  sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
  oid: '00000000-0000-0000-66f3-3332eca7ea81',
  tid: '9122040d-6c67-4c5b-b112-36a304b66dad',
  name: 'Mia Keller',
  given_name: 'Mia',
  family_name: 'Keller',
  preferred_username: 'mia@schule.example',
  upn: 'mia@schule.example',
};
const entraGroups = [
  '0d7f4ba1-0a5b-4c0b-a7a8-4b2f6c9a1f10',
  '6c1f8c0e-5a0e-4a57-9a0d-1b1c3f3b9d2e',
];
const entraOverage = {
  _claim_names: { groups: 'src1' },
  _claim_sources: {
    src1: { endpoint: 'https://graph.microsoft.com/v1.0/users/66f3/getMemberObjects' },
  },
};

const schulconnexPerson = {
  sub: 'af3a88fc',
  pid: 'af3a88fc',
  person: { name: { vorname: 'Mia', familienname: 'Keller' }, lokalisierung: 'de' },
  personenkontexte: [
    {
      id: 'k1',
      rolle: 'Lern',
      organisation: { id: 'o1', kennung: 'NI_12345', name: 'Gymnasium' },
      erreichbarkeiten: [{ typ: 'E-Mail', kennung: 'mia@schule.example' }],
      gruppen: [
        { gruppe: { id: 'g1', bezeichnung: '5b', typ: 'Klasse' } },
        { gruppe: { id: 'g2', bezeichnung: 'Chor', typ: 'Kurs' } },
      ],
    },
    { id: 'k2', rolle: 'Lern', gruppen: [{ gruppe: { id: 'g3', bezeichnung: 'Orchester' } }] },
  ],
};

export const recordedClaims: readonly RecordedClaims[] = [
  {
    provider: 'Keycloak',
    what: 'groups as paths in the user information, roles in the token',
    userInfo: { ...keycloakUser, groups: ['/Klassen/5b', '/Lehrpersonen'] },
    token: keycloakToken,
    user: mia,
    external_id: 'f:1b9c:mia',
    groups: ['/Klassen/5b', '/Lehrpersonen', 'pupil', 'offline_access'],
  },
  {
    provider: 'Keycloak',
    what: 'no groups, which it leaves out',
    userInfo: keycloakUser,
    token: { ...keycloakToken, realm_access: undefined },
    user: mia,
    external_id: 'f:1b9c:mia',
    groups: [],
  },
  {
    provider: 'Microsoft Entra ID',
    what: 'group ids and app roles',
    userInfo: { ...entraUser, groups: entraGroups, roles: ['Teacher'] },
    token: {},
    user: mia,
    external_id: entraUser.oid,
    groups: [...entraGroups, 'Teacher'],
  },
  {
    provider: 'Microsoft Entra ID',
    what: 'too many groups for a token',
    userInfo: { ...entraUser, ...entraOverage, roles: ['Teacher'] },
    token: {},
    user: mia,
    external_id: entraUser.oid,
    groups: undefined,
  },
  {
    provider: 'Microsoft Entra ID',
    what: 'too many groups for an address',
    userInfo: { ...entraUser, hasgroups: 'true' },
    token: {},
    user: mia,
    external_id: entraUser.oid,
    groups: undefined,
  },
  {
    provider: 'SWITCH edu-ID',
    what: 'affiliations as lists',
    userInfo: {
      sub: 'WJBFEQHH6BLMO5VUZRPGJV4YP6W5BNLG',
      name: 'Mia Keller',
      given_name: 'Mia',
      family_name: 'Keller',
      email: 'mia@home.example',
      email_verified: true,
      swissEduID: '4f1c2a9e-7c3d-4c0b-8a55-8f2f0c8f7f3b',
      swissEduIDLinkedAffiliation: ['student@phzh.ch', 'member@phzh.ch'],
      swissEduIDLinkedAffiliationMail: ['mia@schule.example', 'mk@other.example'],
    },
    token: { active: true, sub: 'WJBFEQHH6BLMO5VUZRPGJV4YP6W5BNLG' },
    user: mia,
    external_id: '4f1c2a9e-7c3d-4c0b-8a55-8f2f0c8f7f3b',
    groups: ['student@phzh.ch', 'member@phzh.ch'],
  },
  {
    provider: 'edulog',
    what: 'the attributes of its guide, one role as plain text',
    userInfo: {
      sub: 'e3d1',
      Name: 'Keller',
      Vorname: 'Mia',
      'E-Mail': 'mia@schule.example',
      Sprache: 'de',
      Rolle: 'Lernende',
      Institution: ['Schule Musterdorf'],
      TechID: 4711,
    },
    token: {},
    user: { ...mia, locale: 'de' },
    external_id: '4711',
    groups: ['Lernende', 'Schule Musterdorf'],
  },
  {
    provider: 'Schulconnex',
    what: 'persons and their contexts',
    userInfo: schulconnexPerson,
    token: {},
    user: { ...mia, locale: 'de' },
    external_id: 'af3a88fc',
    groups: ['5b', 'Chor', 'Orchester', 'Lern'],
  },
  {
    provider: 'Schulconnex',
    what: 'claims of the scope person-info',
    userInfo: {
      sub: 'af3a88fc',
      family_name: 'Keller',
      given_name: 'Mia',
      email: 'mia@schule.example',
      'urn:schulconnex:de:personenkontext:rolle': 'Lern',
      'urn:schulconnex:de:personenkontext:organisation:kennung': 'NI_12345',
    },
    token: {},
    user: mia,
    external_id: 'af3a88fc',
    groups: ['Lern'],
  },
  {
    provider: 'VIDIS',
    what: 'a pseudonym at two schools',
    userInfo: { sub: 'p-1', rolle: 'LERN', schulkennung: ['NI_1', 'NI_2'], bundesland: 'DE-NI' },
    token: {},
    user: {},
    external_id: 'p-1',
    groups: ['LERN', 'NI_1', 'NI_2'],
  },
];
