import * as z from 'zod/mini';
import { defineCall } from './define.ts';

/** The ping of a service: anybody may ask, and it says that the service answers. */
export function ping<const Path extends `/${string}`>(path: Path) {
  return defineCall({
    method: 'GET',
    path,
    summary: 'Says that the service answers.',
    headers: 'none',
    answer: z.object({}),
    permission: 'public',
    repeatSafe: true,
  });
}

/** A ping that carries no more than `Accept`: section 7 says so of the file gateway's and of group management's. */
export function barePing<const Path extends `/${string}`>(path: Path) {
  return defineCall({ ...ping(path), tokenless: true });
}
