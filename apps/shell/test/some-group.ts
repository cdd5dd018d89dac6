/** A class, as the service of groups describes it. */
export const someGroup = {
  group_id: 'g',
  provider_id: 'BEOOK_1',
  name: '6a',
  join_policy: 'on_request',
  transaction_index: 7,
  created_at: '2026-08-17T06:00:00.000Z',
} as const;

/** The membership of somebody who has asked to join it. */
export const someRequest = {
  subject: 'mia',
  group_role: 'member',
  membership_types: [],
  membership_state: 'requested',
  changed_at: '2026-08-17T06:00:00.000Z',
} as const;
