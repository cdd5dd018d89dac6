import type { Contract } from '../contract.ts';
import type { Examples } from '../example.ts';

export const groupManagementExamples: Examples<Omit<Contract['gms'], 'ping'>> = {
  gmsGroupsGet: {
    body: { subject: 'demo-thomas', provider_id: 'BEOOK_1' },
    answer: {
      groups: [{ group_id: 'demo-klasse-5b', provider_id: 'BEOOK_1', name: 'Klasse 5b' }],
    },
  },
  gmsMembersGet: {
    body: { subject: 'demo-mia', provider_id: 'BEOOK_1', group_id: 'demo-klasse-5b', limit: 30 },
    answer: {
      members: [
        {
          subject: 'demo-thomas',
          display_name: 'Herr Berger',
          group_role: 'leader',
          membership_types: ['MaySupport'],
        },
        {
          subject: 'demo-mia',
          display_name: 'Mia',
          group_role: 'member',
          membership_types: ['HasLicenses'],
        },
      ],
    },
  },
  gmsMembershipCheck: {
    body: {
      subject: 'demo-mia',
      provider_id: 'BEOOK_1',
      group_id: 'demo-klasse-5b',
      membership_type: 'HasLicenses',
    },
    answer: { is_member: true, group_role: 'member', membership_types: ['HasLicenses'] },
  },
};
