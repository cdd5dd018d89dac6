import * as z from 'zod/mini';
import { identifier, integer } from '../scalars.ts';

/** Kinds of publication files: an issue as the app shows it, or as a web publication. */
export const publicationAssetType = z.enum(['ASSET_TYPE_PROS', 'ASSET_TYPE_WEB_PUB']);

/** A file that members of a group exchange; the one type of the first version's saving and deleting. */
export const exchangeAssetType = z.enum(['ASSET_TYPE_ASSET_EXCHANGE']);

/** Kinds of exchanged files, copies of a publication's files among them. */
export const anyAssetType = z.enum([...publicationAssetType.options, ...exchangeAssetType.options]);

/** Audience of a file: everyone with a licence, or publishers alone. */
export const assetStage = z.enum(['ASSET_STAGE_TEST', 'ASSET_STAGE_PROD']);

/** Where an issue or a file is published: in an app, or on the web (section 3). */
export const distributionChannel = z.enum(['UNDEFINED', 'APP', 'WEBPUB']);

/** Storage behind an address: the only value, also where the files lie in a local folder. */
export const storageType = z.enum(['S3']);

/**
 * Name of a file for programs: letters, digits, `_`, `.` and `-`, in parts divided by `/`. Only a
 * letter, a digit or `_` begins a part, so that none leads out of the store.
 */
export const fileReference = identifier('The file, such as F_ENVIRONMENT_BEOOK.').check(
  z.regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]*(\/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$/),
);

/** Name of a file for people. Without separators, control characters and changes of direction. */
export const fileName = identifier(
  'Name under which it is saved, such as Wasserkreislauf.pdf.',
).check(z.regex(/^(?!\.{1,2}$)[^/\\\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+$/u));

/** RFC 6838, section 4.2; without parameters. */
export const mediaType = z
  .string()
  .check(
    z.maxLength(127),
    z.regex(/^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]*\/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]*$/),
    z.describe('Media type, such as application/pdf. Bytes of another type are refused.'),
  );

export const contentHash = z
  .string()
  .check(
    z.regex(/^[0-9a-f]{64}$/),
    z.describe('SHA-256 of the bytes, in lower-case hexadecimal digits.'),
  );

/** Versions count from 1; 0 in a request is the newest (section 9). */
export const fileVersion = z.int().check(z.gte(1), z.describe('Version of the file, from 1.'));

/** A version as requests name it. */
export const requestedVersion = z
  .int()
  .check(z.gte(0), z.describe('Version of the file; 0: the newest.'));

/** Size of a file in bytes, up to `maximum`. */
export function sizeInBytes(maximum: number) {
  return integer(0, maximum, 'Size in bytes. Other sizes are refused.');
}
