import { pendingSignInKey } from '../storage-keys.ts';
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
  sessionStorage.setItem(pendingSignInKey, JSON.stringify(stored));
}

/**
 * Takes it out, so that a replayed answer finds nothing.
 *
 * @param state The answer's state; another one's sign-in is not given out.
 */
export function takePendingSignIn(state: string | null): PendingAuthorization | undefined {
  const stored = sessionStorage.getItem(pendingSignInKey);
  sessionStorage.removeItem(pendingSignInKey);
  if (stored === null || state === null) return undefined;
  const { startedAt, ...pending } = JSON.parse(stored) as StoredPendingSignIn;
  const isStale = Date.now() - startedAt > staleStateAgeInSeconds * 1000;
  return pending.state === state && !isStale ? pending : undefined;
}
