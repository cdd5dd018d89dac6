import type { Answer } from '../define.ts';
import type { Examples } from '../example.ts';
import type { groupsCalls } from './groups.ts';

/** As a member sees it; leaders see the join code, too. */
const demoClass = {
  group_id: 'demo-klasse-5b',
  provider_id: 'BEOOK_1',
  name: 'Klasse 5b',
  join_policy: 'on_request',
  transaction_index: 4,
  created_at: '2026-08-17T06:00:00.000Z',
} as const;

type Membership = Answer<typeof groupsCalls.groupsJoin>['membership'];

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

export const groupsExamples: Examples<typeof groupsCalls> = {
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
    body: { subject: 'demo-thomas', group_id: 'demo-klasse-5b' },
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
        { group_id: 'demo-klasse-5b', transaction_index: 3 },
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
};
