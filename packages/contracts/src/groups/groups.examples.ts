import type { Contract } from '../contract.ts';
import type { Answer } from '../define.ts';
import type { Examples } from '../example.ts';

type Membership = Answer<Contract['gres']['groupsJoin']>['membership'];

const group_id = 'demo-klasse-5b';

/** As a member sees it; leaders see the join code, too. */
const demoClass = {
  group_id,
  provider_id: 'BEOOK_1',
  name: 'Klasse 5b',
  join_policy: 'on_request',
  transaction_index: 4,
  created_at: '2026-08-17T06:00:00.000Z',
} as const;

const thomas: Membership = {
  subject: 'demo-thomas',
  display_name: 'Herr Berger',
  group_role: 'leader',
  membership_types: ['MaySupport'],
  membership_state: 'accepted',
  changed_at: '2026-08-17T06:00:00.000Z',
};

const ben: Membership = {
  subject: 'demo-ben',
  display_name: 'Ben',
  group_role: 'member',
  membership_types: [],
  membership_state: 'requested',
  changed_at: '2026-11-21T09:30:00.000Z',
};

const accepted = {
  subject: 'demo-ben',
  group_role: 'member',
  membership_state: 'accepted',
  changed_at: '2026-11-21T09:30:00.000Z',
} as const;

const sharings = [
  { course_id: 'wasser', issue_id: 'wasser-2026', sharing_types: ['Answers' as const] },
];

export const groupsExamples: Examples<Contract['gres']> = {
  groupsCreateNew: {
    body: {
      subject: 'demo-thomas',
      group_id: 'c0ffee00-0000-4000-8000-000000000004',
      provider_id: 'BEOOK_1',
      name: 'Klasse 6a',
      display_name: 'Herr Berger',
    },
    answer: {
      group: {
        group_id: 'c0ffee00-0000-4000-8000-000000000004',
        provider_id: 'BEOOK_1',
        name: 'Klasse 6a',
        join_policy: 'on_request',
        join_code: 'H4TW-9KXM-3RP9',
        join_code_expires_at: '2026-12-21T09:30:00.000Z',
        transaction_index: 1,
        created_at: '2026-11-21T09:30:00.000Z',
      },
    },
  },
  groupsJoin: {
    body: { subject: 'demo-ben', join_code: 'q7mv-2ndk-8xrv', display_name: 'Ben' },
    answer: { group: demoClass, membership: ben },
  },
  groupsInspect: {
    body: { subject: 'demo-thomas', group_id },
    answer: {
      group: {
        ...demoClass,
        join_code: 'Q7MV-2NDK-8XRV',
        join_code_expires_at: '2026-12-21T09:30:00.000Z',
      },
      memberships: [
        { ...thomas, began_at: '2026-08-17T06:00:00.000000Z', known_name: 'Thomas Berger' },
        { ...ben, known_name: 'Ben Frei' },
      ],
    },
  },
  groupsGetUpdated: {
    body: {
      subject: 'demo-mia',
      known_groups: [
        { group_id, transaction_index: 3 },
        { group_id: 'demo-klasse-4b', transaction_index: 17 },
      ],
    },
    answer: {
      groups: [{ ...demoClass, membership_state: 'accepted' }],
      gone_group_ids: ['demo-klasse-4b'],
    },
  },
  groupsDelete: {
    body: { group_id: 'c0ffee00-0000-4000-8000-000000000004' },
    answer: { transaction_index: 2 },
  },
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
          membership: { ...accepted, membership_types: ['HasLicenses'] },
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
          membership: { ...accepted, membership_types: ['HasLicenses'] },
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
          membership: { ...accepted, membership_types: ['HasLicenses', 'MaySupport'] },
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
  serviceMigrateGroups: {
    body: {
      from_provider_id: 'BEOOK_1',
      to_provider_id: 'SCHUL_VERLAG_1',
      group_ids: [group_id],
    },
    answer: {
      results: [{ group_id, outcome: 'MIGRATED', transaction_index: 6 }],
      more_groups: false,
    },
  },
  transactionsCreateNew: {
    body: {
      group_id,
      transaction_id: 'c0ffee00-0000-4000-8000-000000000005',
      changes: [
        { change_type: 'GROUP_NAME_SET', name: 'Klasse 5b, Natur und Technik' },
        { change_type: 'JOIN_POLICY_SET', join_policy: 'closed' },
      ],
    },
    answer: {
      transaction: {
        transaction_index: 4,
        changes: [
          { change_type: 'GROUP_NAME_SET', name: 'Klasse 5b, Natur und Technik' },
          { change_type: 'JOIN_POLICY_SET', join_policy: 'closed' },
        ],
        made_by: 'demo-thomas',
        made_at: '2026-11-21T09:30:00.000Z',
      },
    },
  },
  transactionsGetAfterIndex: {
    body: { subject: 'demo-mia', group_id, after_index: 2, limit: 10 },
    answer: {
      transactions: [
        {
          transaction_index: 3,
          changes: [
            {
              change_type: 'MEMBERSHIP_ACCEPTED',
              subject: 'demo-mia',
              display_name: 'Mia',
              group_role: 'member',
              membership_types: ['HasLicenses'],
            },
          ],
          made_by: 'demo-thomas',
          made_at: '2026-08-17T06:05:00.000Z',
        },
        {
          // Something of others that is not for Mia.
          transaction_index: 4,
          changes: [],
          made_at: '2026-11-21T09:30:00.000Z',
        },
      ],
      last_index: 4,
    },
  },
  usersUpdate: {
    body: { subject: 'demo-mia', group_id, display_name: 'Mia', sharings },
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
