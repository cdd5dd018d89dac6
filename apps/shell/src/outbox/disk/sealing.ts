import { fromBase64Url, toBase64Url } from '../../base64url.ts';
import { partsOf, type KindName, type Target } from '../model/entry.ts';
import type { Sealed } from '../model/row.ts';
import type { StoredContent } from './stored-content.ts';

/**
 * Sealing and naming, which only the user's own session can do: under keys that are derived from the user's key and
 * cannot be taken out of the browser again.
 */
export interface Sealing {
  /** Names the user without saying who it is. */
  readonly user: string;
  /**
   * The lane of what is delivered in order. Its name begins with the kind, so that each kind has its own part of
   * the queue.
   */
  laneOf<K extends KindName>(kind: K, target: Target<K>): Promise<string>;
  /** Finds the statement of this id again. */
  markOf(statementId: string): Promise<string>;
  seal(lane: string, content: StoredContent): Promise<Sealed>;
  /** @throws where it is damaged, of another lane or user, or sealed under another key. */
  open(lane: string, sealed: Sealed): Promise<StoredContent>;
}

const keyLengthInBytes = 32;
/** NIST SP 800-38D, section 8.2: the length that the mode is made for. */
const ivLengthInBytes = 12;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Names a user without saying who it is. No key is needed, to find out what there is of a user. */
export async function nameOfUser({
  issuer,
  subject,
}: {
  readonly issuer: string;
  readonly subject: string;
}): Promise<string> {
  const text = encoder.encode(JSON.stringify([issuer, subject]));
  return textOf(await crypto.subtle.digest('SHA-256', text));
}

/** The text can be a user's key: 32 bytes, as base64url. */
export function isKey(text: string): boolean {
  try {
    return bytesFrom(text).length === keyLengthInBytes;
  } catch {
    return false;
  }
}

/**
 * @param user As {@link nameOfUser} has it.
 * @param key The user's, as {@link isKey} checks it.
 */
export async function createSealing(user: string, key: string): Promise<Sealing> {
  const bytes = bytesFrom(key);
  const secret = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey']);
  const [encryption, naming] = await Promise.all([
    crypto.subtle.deriveKey(
      derivation('entries'),
      secret,
      { name: 'AES-GCM', length: 256 },
      false,
      ['encrypt', 'decrypt'],
    ),
    crypto.subtle.deriveKey(
      derivation('names'),
      secret,
      { name: 'HMAC', hash: 'SHA-256', length: 256 },
      false,
      ['sign'],
    ),
  ]);

  async function nameOf(...parts: readonly string[]): Promise<string> {
    const text = encoder.encode(JSON.stringify(parts));
    return textOf(await crypto.subtle.sign('HMAC', naming, text));
  }

  const parameters = (lane: string, iv: Uint8Array<ArrayBuffer>) => ({
    name: 'AES-GCM',
    iv,
    additionalData: encoder.encode(JSON.stringify([user, lane])),
  });

  return {
    user,
    async laneOf(kind, target) {
      const parts = typeof target === 'string' ? [target] : partsOf(target);
      return `${kind}.${await nameOf(kind, ...parts)}`;
    },
    markOf: (statementId) => nameOf('statement', statementId),
    async seal(lane, content) {
      const iv = crypto.getRandomValues(new Uint8Array(ivLengthInBytes));
      const text = encoder.encode(JSON.stringify(content));
      return { iv, sealed: await crypto.subtle.encrypt(parameters(lane, iv), encryption, text) };
    },
    async open(lane, { iv, sealed }) {
      const text = await crypto.subtle.decrypt(parameters(lane, iv), encryption, sealed);
      // Only this page's own code can have sealed it.
      return JSON.parse(decoder.decode(text)) as StoredContent;
    },
  };
}

/** RFC 5869. The key is random as it is, so no salt is needed. */
function derivation(purpose: string) {
  const info = encoder.encode(`lectern outbox ${purpose}`);
  return { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info };
}

function bytesFrom(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(fromBase64Url(text), (character) => character.charCodeAt(0));
}

function textOf(buffer: ArrayBuffer): string {
  return toBase64Url(String.fromCharCode(...new Uint8Array(buffer)));
}
