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

const pendingSignIn = openObject({
  state: text(),
  nonce: text(),
  verifier: text(),
  startedAt: decimal(0, Number.MAX_SAFE_INTEGER),
});

/**
 * Takes it out, so that a replayed answer finds nothing.
 *
 * @param state The answer's state; another one's sign-in is not given out.
 */
export function takePendingSignIn(state: string | null): PendingAuthorization | undefined {
  const stored = storage('session').readJson(pendingSignInKey);
  storage('session').remove(pendingSignInKey);
  if (state === null || pendingSignIn.faultIn(stored) !== undefined) return undefined;
  const { startedAt, ...pending } = stored as StoredPendingSignIn;
  const isStale = Date.now() - startedAt > staleStateAgeInSeconds * 1000;
  return pending.state === state && !isStale ? pending : undefined;
}
