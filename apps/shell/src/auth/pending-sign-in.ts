import { decimal, openObject, text } from '@lectern/sdk/shape';
import { pendingSignInKey } from '../storage-keys.ts';
import { storage } from '../storage/storage.ts';
import type { PendingAuthorization } from './authorization.ts';
import { staleStateAgeInSeconds } from './sign-in-defaults.ts';

interface StoredPendingSignIn extends PendingAuthorization {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/**
 * Keeps what the redirect to the provider must come back with. In session storage: it binds the
 * answer to this tab, and another tab's login page, which clears local storage, leaves it alone.
 */
export function keepPendingSignIn(pending: PendingAuthorization): void {
  const stored: StoredPendingSignIn = { ...pending, startedAt: Date.now() };
  storage('session').write(pendingSignInKey, JSON.stringify(stored));
}

const storedShape = openObject({
  state: text(),
  nonce: text(),
  verifier: text(),
  startedAt: decimal(0, Number.MAX_SAFE_INTEGER),
});

/** The sign-in that this tab has left for, unless that is too long ago. */
export function pendingSignIn(): PendingAuthorization | undefined {
  const stored = storage('session').readJson(pendingSignInKey);
  if (storedShape.faultIn(stored) !== undefined) return undefined;
  const { startedAt, ...pending } = stored as StoredPendingSignIn;
  return Date.now() - startedAt > staleStateAgeInSeconds * 1000 ? undefined : pending;
}

/**
 * True where an answer belongs to the sign-in that this tab has left for. Any other one belongs to nobody:
 * an old one, by the back button or a bookmark, or one of another tab or person.
 *
 * @param search Query of the callback page.
 */
export function isAwaitedAnswer(search: string): boolean {
  return pendingSignIn()?.state === (new URLSearchParams(search).get('state') ?? '');
}

/** Takes the sign-in out that an answer belongs to, so that a replayed answer finds nothing. */
export function takePendingSignIn(answer: URL): PendingAuthorization | undefined {
  if (!isAwaitedAnswer(answer.search)) return undefined;
  const pending = pendingSignIn();
  storage('session').remove(pendingSignInKey);
  return pending;
}
