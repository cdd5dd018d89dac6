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
    body: { group_id, memberships: [{ subject: 'demo-ben' }] },
    answer: {
      results: [
        {
          subject: 'demo-ben',
          outcome: 'CHANGED',
          membership: { ...ben, membership_types: [], membership_state: 'revoked' },
        },
      ],
      transaction_index: 7,
    },
  },
};
