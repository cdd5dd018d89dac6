import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long an address gives a file: enough to begin a download; what has begun may end later. */
export const addressLifetimeInSeconds = 5 * 60;

/** As long as the hash that it keys (RFC 2104, section 3). */
export const addressSecretMinimumInBytes = 32;

/** Where and until when something can be fetched or sent. */
export interface SignedAddress {
  readonly address: string;
  readonly expiresAt: Date;
}

/** What an address is for. */
export interface Signing {
  /** Path on the origin of the files, percent-encoded, such as `/files/…/video.mp4`. */
  readonly path: string;
  /** For whom; the address holds a mark of it that nobody else can make or read. */
  readonly subject: string;
  /** What whoever serves the address goes by. */
  readonly about?: Readonly<Record<string, string>>;
  readonly expiresAt?: Date;
}

/** Makes addresses that hold for one file, one subject and a while, and recognizes them in any process. */
export interface AddressSigner {
  sign(signing: Signing): SignedAddress;
  /**
   * @param url path and query as they arrived
   * @returns what the address is about; `undefined` when it was changed, or has ended
   */
  read(url: string): Readonly<Record<string, string>> | undefined;
}

/** SHA-256 as base64url. */
const signedUrl = /^(\/[^?]*\?[^?]*)&s=([A-Za-z0-9_-]{43})$/;

/**
 * What is signed is the address itself as it is written, its path and all of its query, with the
 * signature at its end: nothing can be added, left out, repeated or written in another way.
 *
 * @param origin without a slash at its end
 * @param secrets the same for all processes of an installation; the first one signs, and the others are
 *   accepted, so that a secret can be exchanged while addresses are in use
 */
export function createAddressSigner(
  origin: string,
  secrets: readonly [string, ...string[]],
): AddressSigner {
  const [secret] = secrets;
  return {
    sign({ path, subject, about = {}, expiresAt = inAWhile() }) {
      const query = new URLSearchParams({
        ...about,
        e: expiresAt.toISOString(),
        // For one subject alone, without saying which.
        u: hmac(secret, `subject ${subject}`).toString('base64url').slice(0, 22),
      });
      const unsigned = `${path}?${query.toString()}`;
      return { address: `${origin}${unsigned}&s=${signatureOf(secret, unsigned)}`, expiresAt };
    },
    read(url) {
      const [, unsigned, signature] = signedUrl.exec(url) ?? [];
      if (unsigned === undefined || signature === undefined) return undefined;
      const given = Buffer.from(signature);
      // As texts: two of them can stand for the same bytes, and one of those was never given.
      const isOurs = secrets.some((one) =>
        timingSafeEqual(given, Buffer.from(signatureOf(one, unsigned))),
      );
      if (!isOurs) return undefined;
      const about = Object.fromEntries(new URLSearchParams(unsigned.slice(unsigned.indexOf('?'))));
      return Date.parse(about['e'] ?? '') > Date.now() ? about : undefined;
    },
  };
}

function inAWhile(): Date {
  return new Date(Date.now() + addressLifetimeInSeconds * 1000);
}

function signatureOf(secret: string, unsigned: string): string {
  return hmac(secret, `address ${unsigned}`).toString('base64url');
}

function hmac(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}
