import type { Examples } from '../example.ts';
import type { membersCalls } from './members.ts';

export const membersExamples: Examples<typeof membersCalls> = {
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
};
