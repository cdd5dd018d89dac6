import { askAnewKey } from '../storage-keys.ts';
import { storage } from '../storage/storage.ts';

/**
 * Makes the next sign-in ask for the password, after a sign-out. The provider's session may go on, or be one that
 * a page of a neighbouring host has planted; the next person would be signed in as somebody else.
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
