import { untilDone, type Container } from '@lectern/sdk';
import type { Work } from './work.ts';

/**
 * Tells the container whether there is work that it has not accepted, so that the browser asks before the
 * page is left, and the container waits before it takes the publication away. A frame cannot ask by
 * itself: its sandbox keeps dialogs away.
 */
export function reportUnsavedWork(
  container: Pick<Container, 'setUnsavedWork'>,
  works: Iterable<Pick<Work, 'addEventListener' | 'isUnsaved'>>,
): void {
  const all = [...works];
  let reported = false;

  function report(): void {
    const unsaved = all.some((work) => work.isUnsaved);
    if (unsaved === reported) return;
    reported = unsaved;
    // A container that cannot ask is no reason to disturb the learner: the work is saved all the same.
    untilDone(() => container.setUnsavedWork(reported)).catch(() => {});
  }

  for (const work of all) work.addEventListener('change', report);
  report();
}
