import type { Examples } from '../example.ts';
import type { seatsCalls } from './groups-seats.ts';

export const seatsExamples: Examples<typeof seatsCalls> = {
  gpGroupsSeats: {
    body: {
      subject: 'demo-thomas',
      group_id: 'demo-klasse-5b',
      product_reference: 'wasser-entdecken',
    },
    answer: {
      licenses: [
        {
          mandant_identifier: 'LECTERN',
          product_reference: 'wasser-entdecken',
          license_code: 'ORDER-IAPROS1-2026-004711',
          license_state: 'LICENSE_STATE_VALID',
          valid_from: '2026-08-01T00:00:00+02:00',
          valid_until: '2027-07-31T23:59:59+02:00',
          seats: 25,
          taken_seats: 12,
          holders: [{ subject: 'demo-mia', obtained_at: '2026-11-21T09:30:00.000Z' }],
        },
      ],
    },
  },
};
