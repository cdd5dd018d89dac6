import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** So that guessing is hopeless however fast the hash is. */
const secretInBytes = 32;

/** Which session somebody comes for: the subject leads to the machine that has it. */
export interface SessionKey {
  readonly subject: string;
  readonly sessionId: string;
}

const keyPattern =
  /^cmi5\.([\w-]{1,1024})\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/** The key of a session: a user name of Basic credentials (RFC 7617), so that it has no colon. */
export function writeSessionKey({ subject, sessionId }: SessionKey): string {
  return `cmi5.${Buffer.from(subject).toString('base64url')}.${sessionId}`;
}

export function readSessionKey(key: string): SessionKey | undefined {
  const [, subject, sessionId] = keyPattern.exec(key) ?? [];
  if (subject === undefined || sessionId === undefined) return undefined;
  const decoded = Buffer.from(subject, 'base64url').toString();
  // The database cannot look for NUL, so such a key belongs to no session.
  return decoded.includes('\0') ? undefined : { subject: decoded, sessionId };
}

export function isSessionKey(key: string): boolean {
  return key.startsWith('cmi5.');
}

export function newSecret(): string {
  return randomBytes(secretInBytes).toString('base64url');
}

export function hashOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

export function isSecret(secret: string, known: Buffer | null): boolean {
  return known !== null && timingSafeEqual(hashOf(secret), known);
}
