import type { Examples } from '../example.ts';
import type { usersCalls } from './users.ts';

const sharings = [
  { course_id: 'wasser', issue_id: 'wasser-2026', sharing_types: ['Answers' as const] },
];

export const usersExamples: Examples<typeof usersCalls> = {
  usersUpdate: {
    body: { subject: 'demo-mia', group_id: 'demo-klasse-5b', display_name: 'Mia', sharings },
    answer: {
      membership: {
        subject: 'demo-mia',
        display_name: 'Mia',
        group_role: 'member',
        membership_types: ['HasLicenses'],
        membership_state: 'accepted',
        sharings,
        changed_at: '2026-11-21T09:30:00.000Z',
      },
      transaction_index: 5,
    },
  },
};
