import type { XapiVersion } from '../model/check.ts';
import { refusal } from './refusals.ts';

/** Versions of xAPI that the store speaks, as it names them: xAPI 1.0.3, and IEEE 9274.1.1 (2.0). */
export const xapiVersions: readonly XapiVersion[] = ['1.0.3', '2.0.0'];

/** Name of the header, as Node gives it. */
export const versionHeader = 'x-experience-api-version';

/**
 * The version that a request is answered in (xAPI 1.0.3, Communication 3.3; IEEE 9274.1.1, 4.1.3.2): of
 * a minor version its last patch.
 *
 * @param asked Value of the header.
 * @throws {CallError} VERSION_UNSUPPORTED, also where the header is missing or repeated.
 */
export function negotiateVersion(asked: string | string[] | undefined): XapiVersion {
  const version = knownVersion(asked);
  if (version) return version;
  if (asked === undefined) {
    throw refusal('VERSION_UNSUPPORTED', 'The header X-Experience-API-Version is missing.');
  }
  throw refusal('VERSION_UNSUPPORTED');
}

/** The same, and `undefined` where the header names none that the store speaks. */
export function knownVersion(asked: string | string[] | undefined): XapiVersion | undefined {
  const minor = /^([12]\.0)(?:\.\d{1,9})?$/.exec(String(asked))?.[1];
  return minor === undefined ? undefined : minor === '1.0' ? '1.0.3' : '2.0.0';
}
