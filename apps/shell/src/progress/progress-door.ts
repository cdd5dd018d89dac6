import type { Api, CreateClient } from '../api.ts';
import type { Bridge } from '../bridge/bridge.ts';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import { log } from '../logging/log.ts';
import type { SessionOutbox } from '../session/session-outbox.ts';
import type { SessionStore } from '../session/session-store.ts';

export interface ProgressDependencies {
  readonly courses: readonly string[];
  readonly api: Pick<Api, 'gms'>;
  readonly clientOf: CreateClient;
  readonly store: SessionStore;
  readonly outbox: Pick<SessionOutbox, 'current'>;
  readonly frame: ContentFrame;
  readonly bridge: Pick<Bridge, 'able' | 'emit'>;
}

/**
 * The way to the page of the progress, which loads when it is first opened.
 *
 * @returns opens it for whoever is signed in, and throws when it cannot be loaded; nothing where the
 *   configuration names no courses.
 */
export function createProgressDoor(
  dependencies: ProgressDependencies,
): (() => Promise<void>) | undefined {
  if (dependencies.courses.length === 0) return undefined;
  return async () => {
    try {
      const { mountProgress } = await import('./mount-progress.tsx');
      mountProgress(dependencies);
    } catch (error) {
      log('error', 'The page of the progress could not be loaded.', error);
      throw error;
    }
  };
}
