import type { Container } from '@lectern/sdk';
import type { Answer } from './answers.ts';

/**
 * Tells the container whether there is unsaved work, so that the browser asks before the page is left.
 * A frame cannot ask by itself: its sandbox keeps dialogs away.
 */
export function reportUnsavedWork(
  container: Pick<Container, 'setUnsavedWork'>,
  answers: Iterable<Answer>,
): void {
  const all = [...answers];
  let reported = false;

  function report(): void {
    const unsaved = all.some((answer) => answer.isUnsaved);
    if (unsaved === reported) return;
    reported = unsaved;
    // A container that cannot ask is no reason to disturb the learner: the work is saved all the same.
    container.setUnsavedWork(unsaved).catch(() => {});
  }

  for (const answer of all) answer.addEventListener('change', report);
  report();
}
