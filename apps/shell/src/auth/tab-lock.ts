import { tabIdKey } from '../storage-keys.ts';
import { storage } from '../storage/storage.ts';
import { tabLockTimeoutInSeconds } from './sign-in-defaults.ts';

/** The name whose lock this page holds; there is one page to a tab. */
let claimed: string | undefined;

/** Tokens were stored by this page: from then on the name belongs beside them. */
let besideTokens = false;

/**
 * Names this tab and holds the name as long as the page lives.
 *
 * Duplicating a tab copies its session storage, refresh token included. A rotated refresh token that
 * is used twice counts as stolen and ends both tabs' sign-in, so only one of them may use it: the
 * one that holds the lock of the name in its session storage.
 *
 * @param onCopy Called when another page holds the stored name: this tab is a copy. It gets a name
 *   of its own once this returns.
 * @param patienceInSeconds How long the name's lock may take to come free.
 */
export async function claimTab(
  onCopy: () => void,
  patienceInSeconds = tabLockTimeoutInSeconds,
): Promise<void> {
  // Without Web Locks there is no telling; a copied tab then signs in again when its token is refused.
  if (!navigator.locks) return;
  const stored = storage('session').read(tabIdKey);
  if (stored !== null) {
    if (await hold(stored, patienceInSeconds)) return take(stored);
    onCopy();
  }
  const own = crypto.randomUUID();
  take(own);
  await hold(own, patienceInSeconds);
}

/** A storage without a name has no tokens either: the login page may have cleared it meanwhile. */
function take(name: string): void {
  claimed = name;
  if (besideTokens || storage('session').read(tabIdKey) !== null) storeName();
}

/**
 * Stores the claimed name beside the tokens, or as soon as there is one: tokens that are stored without
 * the name would be copied with the tab unnoticed.
 */
export function keepTabName(): void {
  besideTokens = true;
  storeName();
}

function storeName(): void {
  if (claimed !== undefined) storage('session').write(tabIdKey, claimed);
}

/**
 * Waits a moment for the lock: after a reload the page before may still be letting go of it.
 * The browser releases it with the page.
 */
function hold(name: string, patienceInSeconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    navigator.locks
      .request(
        `lectern.tab.${name}`,
        { signal: AbortSignal.timeout(patienceInSeconds * 1000) },
        () => {
          resolve(true);
          return new Promise(() => {});
        },
      )
      .catch(() => resolve(false));
  });
}
