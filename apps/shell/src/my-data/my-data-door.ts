import type { CreateClient } from '../api.ts';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import { log } from '../logging/log.ts';
import type { SessionOutbox } from '../session/session-outbox.ts';
import type { SessionStore } from '../session/session-store.ts';

/** The way to the dialog `My data`, which few ever open: it loads then. */
export interface MyDataDoor {
  /** There is a user whose data can be shown. */
  readonly isOffered: boolean;
  /**
   * Opens the dialog for the user who is signed in.
   *
   * @throws when it cannot be loaded. The next call tries again.
   */
  open(): Promise<void>;
  /** The same for a user who has just signed in once more for it. */
  openAgain(): Promise<void>;
}

export interface MyDataDependencies {
  readonly title: string;
  readonly courses: readonly string[];
  readonly clientOf: CreateClient;
  readonly store: SessionStore;
  readonly outbox: Pick<SessionOutbox, 'current'>;
  readonly frame: ContentFrame;
  /** Has the user sign in once more; the dialog opens afterwards. */
  readonly signInAnew: () => void;
  readonly signOut: () => void;
}

/** @returns nothing where the configuration names no courses. */
export function createMyDataDoor(parts: MyDataDependencies): MyDataDoor | undefined {
  const { courses, store } = parts;
  if (courses.length === 0) return undefined;
  const open = async (isSignInFresh: boolean) => {
    try {
      const { mountMyData } = await import('./mount-my-data.tsx');
      mountMyData(parts, isSignInFresh);
    } catch (error) {
      log('error', 'The dialog of the own data could not be loaded.', error);
      throw error;
    }
  };
  return {
    get isOffered() {
      return store.session !== undefined;
    },
    open: () => open(false),
    openAgain: () => open(true),
  };
}
