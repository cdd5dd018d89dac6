import type { Caller } from '../authorization/authorize.ts';
import { NotAuthorized } from '../authorization/authorize.ts';
import {
  decideLicense,
  type DeviceLicenseRow,
  type DeviceLicenses,
  type LicenseRefusal,
  type NamedLicense,
} from '../licenses/public.ts';
import { publisherOfSpace } from './file-key.ts';
import type { StoredFile } from './stored-files.ts';

/** Why a file is not given. */
export type AccessRefusal = 'FILE_NOT_FOUND' | LicenseRefusal;

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
  licenses: () => Promise<readonly DeviceLicenseRow[] | undefined>,
): Promise<Decision<StoredFile>> {
  const [first] = candidates;
  if (!first) return { refusal: 'FILE_NOT_FOUND' };
  const isGiven = isOpen(first);
  // No other publisher has a file of this name, or no licence says which one is meant.
  if (isGiven && (candidates.length === 1 || named.license_code === undefined)) {
    return { file: first };
  }
  const { license, refusal } = await decideLicense(named, licenses);
  if (license) {
    const { mandant_identifier, product_reference } = license;
    const opened = candidates.find(
      (file) =>
        publisherOfSpace(file.space) === mandant_identifier &&
        (isOpen(file) || file.product_references.includes(product_reference)),
    );
    if (opened) return { file: opened };
  }
  return isGiven ? { file: first } : { refusal: refusal ?? 'LICENSE_NOT_VALID' };
}

/** No licence is needed. */
function isOpen({ is_public, asset_stage }: StoredFile): boolean {
  return is_public || asset_stage !== 'ASSET_STAGE_PROD';
}

/** Asks once for each device, however many files a request names. */
export function askOnce(
  licenses: DeviceLicenses,
  caller: Caller,
): (deviceIdentifier: string) => Promise<readonly DeviceLicenseRow[] | undefined> {
  const asked = new Map<string, Promise<readonly DeviceLicenseRow[] | undefined>>();
  return (device) => {
    const answer =
      asked.get(device) ?? licenses(caller, caller.subject, { device_identifier: device });
    asked.set(device, answer);
    return answer;
  };
}
