import { hashOfPerson } from '../auth/person.ts';
import { otherTabsSavingLimitInMs } from '../auth/sign-in-defaults.ts';
import type { TokenKeeper } from '../auth/token-keeper.ts';
import { holdWhileShown } from '../shown-lock.ts';
import { signedOutKey } from '../storage-keys.ts';
import { storage } from '../storage/storage.ts';

/** The tabs of this browser in which the same person is signed in. */
export interface OtherTabs {
  /** Names the person of this tab's tokens, for {@link tellSignedOut}; nothing while there are none. */
  person(): Promise<string | undefined>;
  /**
   * Tells the others that this person has signed out, and waits a moment while they save: the tokens that
   * are given back then are of one sign-in, and end theirs.
   */
  tellSignedOut(person: string): Promise<void>;
  /** Lets the other tabs know that this one is saving, until it is done. Never rejects. */
  saving(settled: Promise<void>): Promise<void>;
}

interface OtherTabsOptions {
  readonly issuer: string;
  readonly tokens: Pick<TokenKeeper, 'held'>;
  /** The person of this tab has signed out in another one. */
  readonly onSignedOut: () => void;
}

/**
 *   tab where the user signs out          other tab, same person
 *     │ ── storage event ─────────────────────▶ │ has a moment to save, and signs out, too
 *     │ ── waits for the lock ─ ─ ─ ─ ─ ─ ─ ─ ─ │ holds it, shared, while something is unsaved
 *     │ ── gives the tokens back ──▶ provider
 *
 * Without Web Locks nobody is waited for.
 */
export function createOtherTabs({ issuer, tokens, onSignedOut }: OtherTabsOptions): OtherTabs {
  let isSaving = false;

  async function person(): Promise<string | undefined> {
    const { held } = tokens;
    return held && hashOfPerson(issuer, held.profile.sub);
  }

  async function hear({ key, newValue }: StorageEvent): Promise<void> {
    if (key !== signedOutKey || newValue === null) return;
    if (newValue === (await person())) onSignedOut();
  }

  addEventListener('storage', (event) => void hear(event));

  return {
    person,
    async tellSignedOut(who) {
      // The event is what counts. Nothing is left for the next user of this computer.
      storage('local').write(signedOutKey, who);
      storage('local').remove(signedOutKey);
      const signal = AbortSignal.timeout(otherTabsSavingLimitInMs);
      await navigator.locks?.request(lockOf(who), { signal }, () => {}).catch(() => {});
    },
    async saving(settled) {
      if (isSaving) return;
      isSaving = true;
      try {
        const who = await person();
        if (who === undefined) return;
        const saved = settled.then(() => true);
        const untilSaved = async () => void (await saved);
        // Again where the page was hidden and is shown once more.
        do await holdWhileShown(lockOf(who), { mode: 'shared' }, untilSaved);
        while (!(await Promise.race([saved, Promise.resolve(false)])));
      } catch {
        // Where storage is denied there are no locks either, and nobody to be waited for by.
      } finally {
        isSaving = false;
      }
    },
  };
}

function lockOf(person: string): string {
  return `lectern.saving.${person}`;
}
