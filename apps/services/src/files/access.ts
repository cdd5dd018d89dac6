import type { Caller } from '../authorization/authorize.ts';
import { NotAuthorized } from '../authorization/authorize.ts';
import { publisherOfSpace } from './file-key.ts';
import type { StoredFile } from './stored-files.ts';

/** A licence as a device may use it: what the licence service says. */
export interface DeviceLicense {
  readonly license_code: string;
  readonly license_state: string;
  readonly mandant_identifier: string;
  readonly product_reference: string;
  /** Absent: there are as many as wanted. */
  readonly seats?: number | undefined;
  /** The subject's own seat on the device; absent: it has none. */
  readonly license_usage?: object | undefined;
  /** The device is one of those that the product is limited to, or it is limited to none. */
  readonly is_device_registered: boolean;
}

/** Asks the licence service; `undefined`: the subject has no such device. */
export type DeviceLicenses = (
  caller: Caller,
  correlationId: string,
  deviceIdentifier: string,
) => Promise<readonly DeviceLicense[] | undefined>;

/** The licence that a request names; both, or neither. */
export interface NamedLicense {
  readonly license_code?: string | undefined;
  readonly product_reference?: string | undefined;
}

/** Why a file is not given. */
export type AccessRefusal = 'FILE_NOT_FOUND' | LicenseRefusal;

/** Why a licence opens nothing. */
export type LicenseRefusal =
  | 'LICENSE_NOT_FOUND'
  | 'DEVICE_NOT_FOUND'
  | 'LICENSE_REQUIRED'
  | 'LICENSE_NOT_VALID'
  | 'LICENSE_USAGE_REQUIRED';

/** A file, or why it is not given. */
export type Decision<File, Refusal = AccessRefusal> =
  | { readonly file: File; readonly refusal?: undefined }
  | { readonly file?: undefined; readonly refusal: Refusal };

/** Requests name for whom they are: for the caller, whatever it was called before. */
export function requireOwnSubject(caller: Caller, named: string): void {
  const isOwn = caller.subject === caller.tokenSubject && caller.aliases.has(named);
  if (named !== caller.subject && !isOwn) throw new NotAuthorized('SUBJECT_FORBIDDEN', caller);
}

/** Files in the stage for tests are there for those alone who may publish, who need no licence. */
export function maySeeStage(caller: Caller, stage: string): boolean {
  return stage === 'ASSET_STAGE_PROD' || caller.permissions.has('file.publish');
}

/**
 * Which file is given, of those of several publishers by this name: that of the licence's publisher, or else
 * the first one's, so that nobody puts another one in its place by making it public.
 *
 * @param candidates in the order in which they had the name
 * @param licenses asked only where a licence is needed
 */
export async function decideAccess(
  candidates: readonly StoredFile[],
  named: NamedLicense,
  licenses: () => Promise<readonly DeviceLicense[] | undefined>,
): Promise<Decision<StoredFile>> {
  const [first] = candidates;
  if (!first) return { refusal: 'FILE_NOT_FOUND' };
  const isGiven = isOpen(first);
  // No other publisher has a file of this name, or no licence says which one is meant.
  if (isGiven && (candidates.length === 1 || named.license_code === undefined)) {
    return { file: first };
  }
  const license = await decideLicense(named, licenses);
  if (license.refusal === undefined) {
    const { mandant_identifier, product_reference } = license.file;
    const opened = candidates.find(
      (file) =>
        publisherOfSpace(file.space) === mandant_identifier &&
        (isOpen(file) || file.product_references.includes(product_reference)),
    );
    if (opened) return { file: opened };
  }
  return isGiven ? { file: first } : { refusal: license.refusal ?? 'LICENSE_NOT_VALID' };
}

/** No licence is needed. */
function isOpen({ is_public, asset_stage }: StoredFile): boolean {
  return is_public || asset_stage !== 'ASSET_STAGE_PROD';
}

/** Decides if the subject may use the named licence for the named product on its device, now. */
export async function decideLicense(
  { license_code, product_reference }: NamedLicense,
  licenses: () => Promise<readonly DeviceLicense[] | undefined>,
): Promise<Decision<DeviceLicense, LicenseRefusal>> {
  if (license_code === undefined) return { refusal: 'LICENSE_REQUIRED' };
  const held = await licenses();
  if (!held) return { refusal: 'DEVICE_NOT_FOUND' };
  const license = held.find((one) => one.license_code === license_code);
  if (!license) return { refusal: 'LICENSE_NOT_FOUND' };
  const isValid =
    license.license_state === 'LICENSE_STATE_VALID' &&
    license.product_reference === product_reference;
  if (!isValid) return { refusal: 'LICENSE_NOT_VALID' };
  const hasSeat = license.seats === undefined || license.license_usage !== undefined;
  if (!hasSeat || !license.is_device_registered) return { refusal: 'LICENSE_USAGE_REQUIRED' };
  return { file: license };
}

/** Asks once for each device, however many files a request names. */
export function askOnce(
  licenses: DeviceLicenses,
  caller: Caller,
  correlationId: string,
): (deviceIdentifier: string) => Promise<readonly DeviceLicense[] | undefined> {
  const asked = new Map<string, Promise<readonly DeviceLicense[] | undefined>>();
  return (device) => {
    const known = asked.get(device) ?? licenses(caller, correlationId, device);
    asked.set(device, known);
    return known;
  };
}
