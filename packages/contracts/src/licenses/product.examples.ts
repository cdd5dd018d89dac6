import type { Examples } from '../example.ts';
import type { productCalls } from './product.ts';

const product = {
  mandant_identifier: 'LECTERN',
  product_reference: 'wasser-entdecken',
  title: 'Wasser entdecken',
  article_numbers: ['LECTERN-LP', 'LECTERN-SUS'],
  device_maximum: 3,
};

export const productExamples: Examples<typeof productCalls> = {
  productSave: {
    body: { product: { ...product, version: 0 } },
    answer: { product: { ...product, version: 1, updated_at: '2026-08-01T08:00:00.000Z' } },
  },
  productVerifyUserAccess: {
    body: {
      subject: 'demo-mia',
      mandant_identifier: 'LECTERN',
      product_reference: 'wasser-entdecken',
    },
    answer: {
      has_access: true,
      license: {
        license_code: 'WASSER-MIA-2026',
        license_strategy: 'LICENSE_STRATEGY_USER',
        license_state: 'LICENSE_STATE_VALID',
        mandant_identifier: 'LECTERN',
        product_reference: 'wasser-entdecken',
        valid_from: '2026-08-17T00:00:00.000Z',
        valid_until: '2027-07-31T22:00:00.000Z',
      },
    },
  },
};
