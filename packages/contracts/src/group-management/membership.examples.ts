import type { Examples } from '../example.ts';
import type { membershipCalls } from './membership.ts';

export const membershipExamples: Examples<typeof membershipCalls> = {
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
