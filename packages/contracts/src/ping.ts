import * as z from 'zod/mini';
import { defineCall } from './define.ts';

/** The ping of a service: public, and it says that the service answers. */
export function ping<const Path extends `/${string}`>(path: Path) {
  return defineCall({
    method: 'GET',
    path,
    summary: 'Says that the service answers.',
    headers: 'none',
    answer: z.object({}),
    errors: {},
    permission: 'public',
    repeatSafe: true,
  });
}
