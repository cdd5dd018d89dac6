import type { Examples } from '../example.ts';
import type { userAdministrationCalls } from './user-administration.ts';

const identity = { identity_provider_identifier: 'SCHUL_VERLAG_1', external_id: '4711' };
const jonas = {
  subject: 'demo-jonas',
  given_name: 'Jonas',
  family_name: 'Graf',
  email: 'jonas@verlag.example',
  locale: 'de-CH',
};

export const userAdministrationExamples: Examples<typeof userAdministrationCalls> = {
  userSet: {
    body: {
      ...jonas,
      mandant_groups: ['LECTERN-redaktion'],
      identities: [{ ...identity, groups: [] }],
    },
    answer: { user: jonas, created: true },
  },
  userSetEmail: {
    body: { subject: 'demo-jonas', email: 'jonas.graf@verlag.example' },
    answer: { user: { ...jonas, email: 'jonas.graf@verlag.example' } },
  },
  userSetMandantGroups: {
    body: { subject: 'demo-jonas', mandant_groups: ['LECTERN-redaktion', 'LECTERN-vertrieb'] },
    answer: { mandant_groups: ['LECTERN-redaktion', 'LECTERN-vertrieb'] },
  },
  userSetRoles: {
    body: { subject: 'demo-jonas', role_names: ['teacher'] },
    answer: { role_names: ['teacher'] },
  },
  userDeleteIdentity: { body: { subject: 'demo-jonas', ...identity }, answer: {} },
};
