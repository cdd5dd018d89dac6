import { tabIdKey } from '../storage-keys.ts';
import { holdWhileShown } from '../shown-lock.ts';
import { storage } from '../storage/storage.ts';
import { tabLockTimeoutInSeconds } from './sign-in-defaults.ts';

/** The name whose lock this page holds; there is one page to a tab. */
let claimed: string | undefined;

/** Tokens were stored by this page: from then on the name belongs beside them. */
let besideTokens = false;

let claiming = Promise.resolve();

/**
 * Names this tab and holds the name as long as the page is shown. A page that the Back button brings back
 * claims its name anew: its tab may have been copied meanwhile.
 *
 * Duplicating a tab copies its session storage, refresh token included. A rotated refresh token that
 * is used twice counts as stolen and ends both tabs' sign-in, so only one of them may use it: the
 * one that holds the lock of the name in its session storage.
 *
 * @param onCopy Called when another page holds the stored name: this tab is a copy. It gets a name
 *   of its own once this returns.
 * @param patienceInSeconds How long the name's lock may take to come free.
 */
export function claimTab(
  onCopy: () => void,
  patienceInSeconds = tabLockTimeoutInSeconds,
): Promise<void> {
  // Without Web Locks there is no telling; a copied tab then signs in again when its token is refused.
  if (!navigator.locks) return claiming;
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) claiming = claim(onCopy, patienceInSeconds);
  });
  return (claiming = claim(onCopy, patienceInSeconds));
}

/** Resolves once it is known whether this tab is a copy: again, after the Back button has brought it back. */
export async function tabClaimed(): Promise<void> {
  let claim;
  do await (claim = claiming);
  while (claim !== claiming);
}

async function claim(onCopy: () => void, patienceInSeconds: number): Promise<void> {
  const stored = storedName();
  if (stored !== undefined) {
    if (await hold(stored, patienceInSeconds)) return take(stored);
    onCopy();
  }
  const own = crypto.randomUUID();
  take(own);
  await hold(own, patienceInSeconds);
}

/** A name is a UUID: nothing else is one that this code has given. */
function storedName(): string | undefined {
  const stored = storage('session').read(tabIdKey);
  return stored !== null && /^[\da-f-]{36}$/.test(stored) ? stored : undefined;
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
    const signal = AbortSignal.timeout(patienceInSeconds * 1000);
    holdWhileShown(`lectern.tab.${name}`, { signal }, () => {
      resolve(true);
      return new Promise(() => {});
    }).then(
      () => resolve(true),
      () => resolve(false),
    );
  });
}
