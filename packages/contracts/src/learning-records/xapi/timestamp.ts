import * as z from 'zod/mini';
import { timestamp } from '../../scalars.ts';

/**
 * A point in time as RFC 3339 (xAPI 1.0.3, Data 4.5; IEEE 9274.1.1, 4.2.7). Without an offset it would
 * be a different one for each reader, and the offset -00:00 says that it is unknown (RFC 3339, section 4.3).
 */
export function xapiTimestamp(description: string) {
  return timestamp(description).check(
    z.refine((value) => !value.endsWith('-00:00'), 'not a time zone: -00:00'),
  );
}
