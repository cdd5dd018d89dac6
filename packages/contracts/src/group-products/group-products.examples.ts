import type { Contract } from '../contract.ts';
import type { Examples } from '../example.ts';

const product = {
  mandant_identifier: 'LECTERN',
  product_reference: 'wasser-entdecken',
  license_code: 'ORDER-IAPROS1-2026-004711',
  license_state: 'LICENSE_STATE_VALID',
  valid_from: '2026-08-01T00:00:00+02:00',
  valid_until: '2027-07-31T23:59:59+02:00',
} as const;

export const groupProductsExamples: Examples<Contract['gp']> = {
  gpGroups: {
    body: { subject: 'demo-thomas', provider_id: 'BEOOK_1' },
    answer: {
      groups: [
        {
          group_id: 'demo-klasse-5b',
          provider_id: 'BEOOK_1',
          name: 'Klasse 5b',
          products: [product],
        },
      ],
    },
  },
  gpGroupsStudents: {
    body: {
      subject: 'demo-thomas',
      group_id: 'demo-klasse-5b',
      product_reference: 'wasser-entdecken',
    },
    answer: {
      students: [
        {
          subject: 'demo-mia',
          display_name: 'Mia',
          group_role: 'member',
          membership_types: ['HasLicenses'],
          products: [product],
        },
      ],
    },
  },
  gpGroupsSeats: {
    body: {
      subject: 'demo-thomas',
      group_id: 'demo-klasse-5b',
      product_reference: 'wasser-entdecken',
    },
    answer: {
      licenses: [
        {
          ...product,
          seats: 25,
          taken_seats: 12,
          holders: [{ subject: 'demo-mia', obtained_at: '2026-11-21T09:30:00.000Z' }],
        },
      ],
    },
  },
};
