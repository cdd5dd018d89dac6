import type { Examples } from '../example.ts';
import type { orderSystemCalls } from './order-system.ts';

const registration = {
  order_system_identifier: 'IAPROS1',
  connector_id: 'BEOOK_1',
  notification_address: 'https://shop.example/lectern/notifications',
  orders_address: 'https://shop.example/lectern/orders',
} as const;

export const orderSystemExamples: Examples<typeof orderSystemCalls> = {
  orderSystemRegister: {
    body: {
      ...registration,
      mandant_identifiers: ['LECTERN'],
      credentials: {
        client_id: 'lectern-order-system',
        notification_key: 'example-of-a-key-with-32-characters-or-more',
      },
    },
    answer: {
      order_system: {
        ...registration,
        client_id: 'lectern-order-system',
        mandant_identifiers: ['LECTERN'],
        updated_at: '2026-11-21T09:30:00.000Z',
      },
    },
  },
};
