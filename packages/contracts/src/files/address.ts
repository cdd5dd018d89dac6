import * as z from 'zod/mini';
import { count, timestamp } from '../scalars.ts';
import {
  contentHash,
  distributionChannel,
  fileName,
  fileVersion,
  mediaType,
  storageType,
} from './asset.ts';

/*
 * Addresses of files. An address can be used by anybody until it ends, without a token; it is on another
 * origin than the shell, and a browser downloads what it gives rather than run it.
 */

const address = z.url().check(z.maxLength(4_096));
const expiresAt = timestamp('From when the address opens nothing.');

/** Where the bytes of a saved file go. */
export const upload = z.object({
  storage_type: storageType,
  address: address.check(
    z.describe(
      'Takes all bytes with PUT, or by tus 1.0.0 (HEAD and PATCH), which goes on where the connection broke. What differs from the announced size, type or hash is refused, and nothing is kept.',
    ),
  ),
  expires_at: expiresAt,
});

const file = {
  storage_type: storageType,
  address: address.check(z.describe('Gives the bytes with GET; ranges are possible.')),
  expires_at: expiresAt,
  version: fileVersion,
  file_name: fileName,
  media_type: mediaType,
  size_in_bytes: count('Size in bytes.'),
  distribution_channel: z.optional(distributionChannel),
};

/** A file that can be fetched. */
export const accessibleFile = z.object(file);

/** The same in the second version of the calls. */
export const accessibleFileV2 = z.object({ ...file, content_hash: contentHash });
