import { teardownGraceInMs } from '@lectern/sdk/protocol';
import type { Bridge } from '../bridge/bridge.ts';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import type { UnsavedWork } from '../content-frame/unsaved-work.ts';
import { inTime } from '../in-time.ts';

/** Steps before the content is taken away. */
export interface ContentRemoval {
  /**
   * Tells the content that it goes. Resolves once it may be taken away: after a moment in which it hears of it,
   * and when it holds no unsaved work any more or the grace is over. Content that cannot save, or never
   * says that it has, shall not keep what it has no right to.
   *
   * @param isLost Whether the session, or the seat, is lost rather than given up.
   * @param graceInMs Absent: the longest that content is promised.
   * @returns whether all was saved.
   */
  takeLeave(reason: string, isLost: boolean, graceInMs?: number): Promise<boolean>;
}

/** How long the content has, after it was told, before it is removed. */
const defaultHearingTimeInMs = 250;

export function createContentRemoval(
  frame: Pick<ContentFrame, 'isOpen'>,
  bridge: Pick<Bridge, 'emit'>,
  unsavedWork: Pick<UnsavedWork, 'settled'>,
  hearingTimeInMs = defaultHearingTimeInMs,
): ContentRemoval {
  return {
    async takeLeave(reason, isLost, graceInMs = teardownGraceInMs) {
      if (!frame.isOpen) return true;
      if (isLost) bridge.emit('session-lost', { reason });
      bridge.emit('teardown', { reason, graceInMs });
      // A message is not delivered to a frame that is gone before its process has turned to it.
      await new Promise((resolve) => setTimeout(resolve, hearingTimeInMs));
      return inTime(unsavedWork.settled(), graceInMs, 'Saving').then(
        () => true,
        () => false,
      );
    },
  };
}
