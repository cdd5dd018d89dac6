import type { Examples } from '../example.ts';
import type { membershipsCalls } from './memberships.ts';

const group_id = 'demo-klasse-5b';

const ben = {
  subject: 'demo-ben',
  group_role: 'member',
  membership_state: 'accepted',
  changed_at: '2026-11-21T09:30:00.000Z',
} as const;

export const membershipsExamples: Examples<typeof membershipsCalls> = {
  groupsAddMemberships: {
    body: {
      group_id,
      memberships: [
        { subject: 'demo-ben', group_role: 'member', membership_types: ['HasLicenses'] },
      ],
    },
    answer: {
      results: [
        {
          subject: 'demo-ben',
          outcome: 'CHANGED',
          membership: { ...ben, membership_types: ['HasLicenses'] },
        },
      ],
      transaction_index: 4,
    },
  },
  groupsAcceptMemberships: {
    body: {
      group_id,
      memberships: [{ subject: 'demo-ben', membership_types: ['HasLicenses'] }],
    },
    answer: {
      results: [
        {
          subject: 'demo-ben',
          outcome: 'CHANGED',
          membership: { ...ben, membership_types: ['HasLicenses'] },
        },
      ],
      transaction_index: 5,
    },
  },
  groupsSetMemberships: {
    body: {
      group_id,
      memberships: [
        {
          subject: 'demo-ben',
          group_role: 'member',
          membership_types: ['HasLicenses', 'MaySupport'],
        },
      ],
    },
    answer: {
      results: [
        {
          subject: 'demo-ben',
          outcome: 'CHANGED',
          membership: { ...ben, membership_types: ['HasLicenses', 'MaySupport'] },
        },
      ],
      transaction_index: 6,
    },
  },
  groupsRevokeMemberships: {
    // Mia leaves the class of last year.
    body: { group_id: 'demo-klasse-4b', memberships: [{ subject: 'demo-mia' }] },
    answer: {
      results: [
        {
          subject: 'demo-mia',
          outcome: 'CHANGED',
          membership: {
            subject: 'demo-mia',
            display_name: 'Mia',
            group_role: 'member',
            membership_types: ['HasLicenses'],
            membership_state: 'revoked',
            changed_at: '2026-11-21T09:30:00.000Z',
          },
        },
      ],
      transaction_index: 18,
    },
  },
};
