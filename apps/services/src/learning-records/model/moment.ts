import { xapiTimestamp } from '@lectern/contracts/xapi';
import * as z from 'zod/mini';

/** Up to here the database reads an offset; no zone has ever been as far from UTC. */
const offsetMaximumInHours = 15;

/** A point in time that something can have been stored at. */
export const moment = xapiTimestamp('A point in time.').check(
  // Nor does it read a year 0, whatever the offset makes of it.
  z.refine(
    (value) => !value.startsWith('0000') && new Date(value).getUTCFullYear() >= 1,
    'before the year 1',
  ),
  z.refine(
    (value) => Number(/[+-](\d\d):\d\d$/.exec(value)?.[1] ?? 0) <= offsetMaximumInHours,
    `an offset of more than ${offsetMaximumInHours} hours`,
  ),
);
