import { xapiTimestamp, xapiTimestamp1 } from '@lectern/contracts/xapi';
import * as z from 'zod/mini';

/** Up to here the database reads an offset; no zone has ever been as far from UTC. */
const offsetMaximumInHours = 15;

const checks = [
  // Nor does it read a year 0, whatever the offset makes of it.
  z.refine<string>(
    (value) => !value.startsWith('0000') && new Date(value).getUTCFullYear() >= 1,
    'before the year 1',
  ),
  z.refine<string>(
    (value) => Number(/[+-](\d\d):\d\d$/.exec(value)?.[1] ?? 0) <= offsetMaximumInHours,
    `an offset of more than ${offsetMaximumInHours} hours`,
  ),
] as const;

/** A point in time that something can have been stored at, as a version of xAPI writes it. */
export const moments = {
  '1.0.3': xapiTimestamp1('A point in time.').check(...checks),
  '2.0.0': xapiTimestamp('A point in time.').check(...checks),
};
