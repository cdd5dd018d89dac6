import type { Examples } from '../example.ts';
import type { transactionsCalls } from './transactions.ts';

const group_id = 'demo-klasse-5b';

export const transactionsExamples: Examples<typeof transactionsCalls> = {
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
};
