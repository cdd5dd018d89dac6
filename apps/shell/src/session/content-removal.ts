import { savingLimitInMs } from '@lectern/sdk/protocol';
import type { Bridge } from '../bridge/bridge.ts';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import type { UnsavedWork } from '../content-frame/unsaved-work.ts';
import { inTime } from '../in-time.ts';

/** What the content is owed before it is taken away. */
export interface ContentRemoval {
  /**
   * Begins the time that the content has for saving. The result waits until nothing is unsaved, and says
   * whether that came before the time was over. It can be asked again within the same time. Content that cannot
   * save, or never says that it has, shall not keep what it has no right to.
   *
   * @param limitInMs Absent: what content that has lost its seat is promised.
   */
  beginSaving(limitInMs?: number): () => Promise<boolean>;
  /** Tells the content why it goes, and leaves it a moment to put away what it holds. */
  announce(reason: string): Promise<void>;
}

/** How long the content has, after it was told that the session is lost, before it is removed. */
const sessionLostGraceInMs = 250;

export function createContentRemoval(
  frame: Pick<ContentFrame, 'isOpen'>,
  bridge: Bridge,
  unsavedWork: Pick<UnsavedWork, 'settled'>,
): ContentRemoval {
  return {
    beginSaving(limitInMs = savingLimitInMs) {
      const endsAt = Date.now() + limitInMs;
      return () => {
        const leftInSeconds = Math.max(endsAt - Date.now(), 0) / 1000;
        return inTime(unsavedWork.settled(), leftInSeconds, 'Saving').then(
          () => true,
          () => false,
        );
      };
    },
    async announce(reason) {
      if (!frame.isOpen) return;
      bridge.emit('session-lost', { reason });
      await contentHears();
    },
  };
}

/** A message is not delivered to a frame that is gone before its process has turned to it. */
function contentHears(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, sessionLostGraceInMs));
}
