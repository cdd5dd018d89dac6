import * as z from 'zod/mini';
import { defineCall } from './define.ts';
import type { HeaderSet } from './headers.ts';
import { count } from './scalars.ts';

/** Drops what the process that answers remembers of a service's data. Changes are seen without it. */
export function cacheFlush<const Path extends `/${string}`, const Headers extends HeaderSet>(
  path: Path,
  headers: Headers,
) {
  return defineCall({
    method: 'GET',
    path,
    summary:
      'Drops what the process that answers remembers of entitlements. Changes are seen without it.',
    headers,
    answer: z.object({
      dropped_entries: count('How many entries were dropped.'),
    }),
    permission: 'cache.flush',
    ownTokenOnly: true,
    repeatSafe: true,
    rateLimit: { requests: 6, windowInSeconds: 60 },
  });
}
