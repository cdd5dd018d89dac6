import { describe, expect, it } from 'vitest';
import { grantsAccess } from '../src/session/license-rule.ts';

const request = { mandantIdentifier: 'LECTERN', productReference: 'wasser-entdecken' };
const license = {
  license_state: 'LICENSE_STATE_VALID',
  mandant_identifier: 'LECTERN',
  product_reference: 'wasser-entdecken',
} as const;

describe('a licence', () => {
  it.each([
    ['valid, of the publisher and for the product', {}, true],
    ['expired', { license_state: 'LICENSE_STATE_EXPIRED' as const }, false],
    ['blocked', { license_state: 'LICENSE_STATE_BLOCKED' as const }, false],
    ['of another publisher', { mandant_identifier: 'OTHER' }, false],
    ['for another product', { product_reference: 'feuer-entdecken' }, false],
    ['for a product in other letters', { product_reference: 'Wasser-Entdecken' }, false],
  ])('%s', (_, change, expected) => {
    expect(grantsAccess({ ...license, ...change }, request)).toBe(expected);
  });
});
