import type { Examples } from '../example.ts';
import type { orderSystemUserRelationCalls } from './order-system-user-relation.ts';

export const orderSystemUserRelationExamples: Examples<typeof orderSystemUserRelationCalls> = {
  orderSystemUserRelationGetInfo: {
    body: { subject: 'demo-thomas' },
    answer: {
      order_system_user_relations: [
        {
          order_system_identifier: 'IAPROS1',
          connector_id: 'BEOOK_1',
          customer_id: 'K-20815',
          updated_at: '2026-11-21T09:30:00.000Z',
        },
      ],
      undelivered: [
        {
          delivery_id: 'c0ffee00-0000-4000-8000-000000000003',
          order_system_identifier: 'IAPROS1',
          change_type: 'CUSTOMER_LINKED',
          created_at: '2026-11-21T09:30:00.000Z',
          attempts: 2,
          last_attempt_at: '2026-11-21T09:30:05.000Z',
          last_failure: 'answered with status 503',
        },
      ],
    },
  },
  orderSystemUserRelationNotifyChanges: {
    body: {
      subject: 'demo-thomas',
      notification_id: 'c0ffee00-0000-4000-8000-000000000002',
      relation_changes: [
        {
          order_system_identifier: 'IAPROS1',
          change_type: 'CUSTOMER_LINKED',
          customer_id: 'K-20815',
        },
      ],
    },
    answer: {
      deliveries: [
        {
          order_system_identifier: 'IAPROS1',
          delivery_id: 'c0ffee00-0000-4000-8000-000000000003',
          delivered: false,
        },
      ],
    },
  },
};
