import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long an address gives a file: enough to begin a download; what has begun may end later. */
export const addressLifetimeInSeconds = 5 * 60;

/**
 * How long an address gives a film in parts: a player asks for them while it plays. The longest film that
 * is converted lasts four hours, and who watches it makes a pause.
 */
export const streamLifetimeInSeconds = 6 * 60 * 60;

/** As long as the hash that it keys (RFC 2104, section 3). */
export const addressSecretMinimumInBytes = 32;

/** Where and until when something can be fetched or sent. */
export interface SignedAddress {
  readonly address: string;
  readonly expiresAt: Date;
}

export interface Signing {
  /** Path on the origin of the files, percent-encoded, such as `/files/…/video.mp4`. */
  readonly path: string;
  /** The subject; the address holds a mark of it that only these processes can make or read. */
  readonly subject: string;
  /** Facts for the server of the address. */
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
  /**
   * Makes an address for a stream: it ends in a slash, and names that follow are asked for with the same
   * right. So a playlist can name what stands beside it.
   */
  signStream(signing: Omit<Signing, 'path'>): SignedAddress;
  /** As {@link read}, of an address below that of a stream. */
  readStream(url: string): Readonly<Record<string, string>> | undefined;
}

/** SHA-256 as base64url. */
const signedUrl = /^(\/[^?]*\?[^?]*)&s=([A-Za-z0-9_-]{43})$/;
/** Facts as base64url, SHA-256 as base64url, and one name. */
const streamUrl = /^(\/streams\/([A-Za-z0-9_-]+))\.([A-Za-z0-9_-]{43})\/[^/?]+$/;

/**
 * Signs the address as it is written, its path and all of its query, with the signature at its end: nothing can be
 * added, left out, repeated or written in another way.
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
  const queryOf = ({ subject, about }: Omit<Signing, 'path'>, expiresAt: Date) =>
    new URLSearchParams({
      ...about,
      e: expiresAt.toISOString(),
      // For one subject alone, without saying which.
      u: hmac(secret, `subject ${subject}`).toString('base64url').slice(0, 22),
    }).toString();
  const isOurs = (unsigned: string, signature: string) => {
    const bytes = Buffer.from(signature);
    // As texts: two of them can stand for the same bytes, and one of those was never given.
    return secrets.some((key) => timingSafeEqual(bytes, Buffer.from(signatureOf(key, unsigned))));
  };
  return {
    sign({ path, expiresAt = inAWhile(addressLifetimeInSeconds), ...signing }) {
      const unsigned = `${path}?${queryOf(signing, expiresAt)}`;
      return { address: `${origin}${unsigned}&s=${signatureOf(secret, unsigned)}`, expiresAt };
    },
    read(url) {
      const [, unsigned, signature] = signedUrl.exec(url) ?? [];
      if (unsigned === undefined || signature === undefined) return undefined;
      return isOurs(unsigned, signature)
        ? aboutOf(unsigned.slice(unsigned.indexOf('?')))
        : undefined;
    },
    signStream({ expiresAt = inAWhile(streamLifetimeInSeconds), ...signing }) {
      const about = Buffer.from(queryOf(signing, expiresAt)).toString('base64url');
      const unsigned = `/streams/${about}`;
      return { address: `${origin}${unsigned}.${signatureOf(secret, unsigned)}/`, expiresAt };
    },
    readStream(url) {
      const [, unsigned, about, signature] = streamUrl.exec(url) ?? [];
      if (unsigned === undefined || about === undefined || signature === undefined) {
        return undefined;
      }
      return isOurs(unsigned, signature)
        ? aboutOf(Buffer.from(about, 'base64url').toString())
        : undefined;
    },
  };
}

/** @returns `undefined` when its time is over */
function aboutOf(query: string): Readonly<Record<string, string>> | undefined {
  const about = Object.fromEntries(new URLSearchParams(query));
  return Date.parse(about['e'] ?? '') > Date.now() ? about : undefined;
}

function inAWhile(lifetimeInSeconds: number): Date {
  return new Date(Date.now() + lifetimeInSeconds * 1000);
}

function signatureOf(secret: string, unsigned: string): string {
  return hmac(secret, `address ${unsigned}`).toString('base64url');
}

function hmac(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}
