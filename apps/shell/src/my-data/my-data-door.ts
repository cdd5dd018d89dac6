import type { CreateClient } from '../api.ts';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import { log } from '../logging/log.ts';
import type { SessionOutbox } from '../session/session-outbox.ts';
import type { SessionStore } from '../session/session-store.ts';

/** The way to the dialog `My data`, which few ever open: it loads then. */
export interface MyDataDoor {
  /** Whether there is somebody whose data can be shown. */
  readonly isOffered: boolean;
  /**
   * Opens the dialog for whoever is signed in.
   *
   * @throws when it cannot be loaded. The next call tries again.
   */
  open(): Promise<void>;
}

export interface MyDataParts {
  readonly title: string;
  readonly courses: readonly string[];
  readonly clientOf: CreateClient;
  readonly store: SessionStore;
  readonly outbox: Pick<SessionOutbox, 'current'>;
  readonly frame: ContentFrame;
}

/** @returns nothing where the configuration names no courses. */
export function createMyDataDoor(parts: MyDataParts): MyDataDoor | undefined {
  const { courses, store } = parts;
  if (courses.length === 0) return undefined;
  return {
    get isOffered() {
      return store.session !== undefined;
    },
    async open() {
      try {
        const { mountMyData } = await import('./mount-my-data.tsx');
        mountMyData(parts);
      } catch (error) {
        log('error', 'The dialog of the own data could not be loaded.', error);
        throw error;
      }
    },
  };
}
