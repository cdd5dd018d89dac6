import { createHash } from 'node:crypto';

/** Sessions and users are listed by hashes: a user can be erased, and the list goes on without it. */
export function withoutName(value: string): string {
  return createHash('sha256').update(value).digest('base64url');
}
