import type { License } from '@lectern/contracts';

/** The publisher and product that are asked for. */
export interface LicenseRequest {
  readonly mandantIdentifier: string;
  readonly productReference: string;
}

/** The one state in which a licence counts (specification, section 3). */
export const validState = 'LICENSE_STATE_VALID';

/** True where a licence opens the product: all three must hold (specification, section 5). */
export function grantsAccess(
  license: Pick<License, 'license_state' | 'mandant_identifier' | 'product_reference'>,
  { mandantIdentifier, productReference }: LicenseRequest,
): boolean {
  return (
    license.license_state === validState &&
    license.mandant_identifier === mandantIdentifier &&
    license.product_reference === productReference
  );
}
