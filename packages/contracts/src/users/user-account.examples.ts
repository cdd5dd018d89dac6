import type { Examples } from '../example.ts';
import type { userAccountCalls } from './user-account.ts';

export const userAccountExamples: Examples<typeof userAccountCalls> = {
  userGetMandantGroups: {
    body: { subject: 'demo-thomas' },
    answer: { mandant_groups: ['LECTERN-lehrpersonen'] },
  },
  userCheckGroupMembership: {
    body: {
      subject: 'demo-lea',
      group: 'aua_group_sv_pandalogin',
      identity_provider_identifier: 'SCHUL_VERLAG_1',
    },
    answer: { is_member: true },
  },
  userSetProperties: {
    body: {
      subject: 'demo-mia',
      properties: [
        { key: 'reading-font', value: 'OpenDyslexic' },
        { key: 'tutorial-seen', value: null },
      ],
    },
    answer: { properties: [{ key: 'reading-font', value: 'OpenDyslexic' }] },
  },
  userRefreshIdentities: {
    body: { subject: 'demo-mia' },
    answer: {
      identities: [
        {
          identity_provider_identifier: 'BEOOK_1',
          external_id: 'demo-mia',
          groups: ['schule-am-see'],
          outcome: 'CHANGED',
        },
      ],
    },
  },
  userGetAwsCognitoToken: {
    answer: {
      identity_id: 'demo-mia',
      token: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJkZW1vLW1pYSJ9.c2lnbmF0dXJl',
      expires_at: '2026-11-21T09:45:00.000Z',
      provider: 'local',
    },
  },
};
