import type { DeviceLicenseRow } from './device-licenses.ts';

/** The licence that a request names; both, or neither. */
export interface NamedLicense {
  readonly license_code?: string | undefined;
  readonly product_reference?: string | undefined;
}

/** Why a licence opens nothing. */
export type LicenseRefusal =
  | 'LICENSE_NOT_FOUND'
  | 'DEVICE_NOT_FOUND'
  | 'LICENSE_REQUIRED'
  | 'LICENSE_NOT_VALID'
  | 'LICENSE_USAGE_REQUIRED';

/** The licence, or why it opens nothing. */
export type UsableLicense =
  | { readonly license: DeviceLicenseRow; readonly refusal?: undefined }
  | { readonly license?: undefined; readonly refusal: LicenseRefusal };

/** Decides if the subject may use the named licence for the named product on its device, now. */
export async function decideLicense(
  { license_code, product_reference }: NamedLicense,
  licenses: () => Promise<readonly DeviceLicenseRow[] | undefined>,
): Promise<UsableLicense> {
  if (license_code === undefined) return { refusal: 'LICENSE_REQUIRED' };
  const held = await licenses();
  if (!held) return { refusal: 'DEVICE_NOT_FOUND' };
  const license = held.find((row) => row.license_code === license_code);
  if (!license) return { refusal: 'LICENSE_NOT_FOUND' };
  const isValid =
    license.license_state === 'LICENSE_STATE_VALID' &&
    license.product_reference === product_reference;
  if (!isValid) return { refusal: 'LICENSE_NOT_VALID' };
  const hasSeat = license.seats === null || license.license_usage_id !== null;
  if (!hasSeat || !license.is_device_registered) return { refusal: 'LICENSE_USAGE_REQUIRED' };
  return { license };
}
