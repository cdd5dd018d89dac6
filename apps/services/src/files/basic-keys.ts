import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Opens the public files of one publisher to applications without a signed-in user. Browsers hold the
 * secret, so it keeps out nobody who looks for it; it tells publishers apart and can be changed.
 */
export interface BasicKey {
  /** Such as `BASIC_BEOOK_WEB` (specification, section 9). */
  readonly name: string;
  readonly secret: string;
  readonly mandantIdentifier: string;
}

/**
 * Finds the key that a request shows. How long that takes says neither which names there are nor how
 * much of a secret is right: hashes are compared, all of them.
 */
export function findBasicKey(
  keys: readonly BasicKey[],
  name: string,
  secret: string,
): BasicKey | undefined {
  const shown = digest(name, secret);
  const matches = keys.map((key) => timingSafeEqual(digest(key.name, key.secret), shown));
  return keys[matches.indexOf(true)];
}

function digest(name: string, secret: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([name, secret]))
    .digest();
}
