import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long an address opens a file: enough to begin a download; what has begun may end later. */
export const addressLifetimeInSeconds = 5 * 60;

/** As long as the hash that it keys (RFC 2104, section 3). */
export const addressSecretMinimumInBytes = 32;

/** Where and until when a file can be fetched. */
export interface SignedAddress {
  readonly address: string;
  readonly expiresAt: Date;
}

/** Makes addresses that open one file for a while, and recognizes them in any process. */
export interface AddressSigner {
  /** @param path within the store */
  sign(path: string): SignedAddress;
  /** Whether the query belongs to an address of this path that has not ended. */
  accepts(path: string, query: Readonly<Record<string, unknown>>): boolean;
}

/**
 * @param base address that the paths follow, with a slash at its end
 * @param secret the same for all processes of an installation
 */
export function createAddressSigner(base: string, secret: string): AddressSigner {
  const signature = (path: string, end: string) =>
    createHmac('sha256', secret).update(`${path}\n${end}`).digest();
  return {
    sign(path) {
      const expiresAt = new Date(Date.now() + addressLifetimeInSeconds * 1000);
      const end = expiresAt.toISOString();
      const query = new URLSearchParams({ e: end, s: signature(path, end).toString('base64url') });
      return { address: `${base}${path}?${query.toString()}`, expiresAt };
    },
    accepts(path, { e: end, s: signed }) {
      if (typeof end !== 'string' || typeof signed !== 'string') return false;
      const given = Buffer.from(signed, 'base64url');
      const expected = signature(path, end);
      return (
        given.length === expected.length &&
        timingSafeEqual(given, expected) &&
        Date.parse(end) > Date.now()
      );
    },
  };
}
