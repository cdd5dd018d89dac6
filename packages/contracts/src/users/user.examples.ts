import type { Examples } from '../example.ts';
import type { userCalls } from './user.ts';

const mia = {
  subject: 'demo-mia',
  given_name: 'Mia',
  family_name: 'Keller',
  email: 'mia@schule.example',
  locale: 'de-CH',
};

export const userExamples: Examples<typeof userCalls> = {
  userGet: { body: { subject: 'demo-mia' }, answer: { user: mia } },
  userGetProperties: {
    body: { subject: 'demo-mia' },
    answer: { properties: [{ key: 'reading-font', value: 'OpenDyslexic' }] },
  },
  userGetIdentities: {
    body: { subject: 'demo-mia' },
    answer: {
      identities: [
        {
          identity_provider_identifier: 'BEOOK_1',
          external_id: 'demo-mia',
          groups: ['schule-am-see'],
        },
      ],
    },
  },
  userGetRoles: {
    body: { subject: 'demo-thomas' },
    answer: {
      role_names: ['teacher'],
      permission_names: ['group.lead', 'group.read', 'license.read', 'user.read'],
    },
  },
  userUpdateUserInfo: { answer: { user: mia } },
};
