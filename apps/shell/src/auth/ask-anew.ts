import { askAnewKey } from '../storage-keys.ts';
import { storage } from '../storage/storage.ts';

/**
 * Whether the next sign-in must ask for the password: after a sign-out. Whether the provider has ended its
 * session nobody can tell for sure, and it may be another one that a page of a neighbouring host has planted.
 * Whoever sits down next would be signed in as somebody else.
 */
export interface AskAnew {
  readonly isDue: boolean;
  /** From now on, until somebody has signed in. */
  demand(): void;
  /** Somebody has signed in. */
  settle(): void;
}

export function createAskAnew(): AskAnew {
  // Beside storage: in another site's frame there may be none.
  let isDemanded = false;
  return {
    get isDue() {
      return isDemanded || storage('local').read(askAnewKey) !== null;
    },
    demand() {
      isDemanded = true;
      storage('local').write(askAnewKey, 'true');
    },
    settle() {
      isDemanded = false;
      storage('local').remove(askAnewKey);
    },
  };
}
