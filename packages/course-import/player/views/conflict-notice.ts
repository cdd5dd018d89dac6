import type { SaveState } from '../keeping/saver.ts';
import { texts } from '../texts.ts';
import { button } from './dom.ts';
import { showNotice } from './notices.ts';

/** What can be done about a conflict. */
interface Conflicting {
  readonly saver: { abandon(): void };
  keepOurs(): Promise<boolean>;
}

/**
 * Asks which state counts while a record is in conflict: two places have gone on from the same one, and
 * only the learner knows.
 */
export function askConflict(state: SaveState, record: Conflicting): void {
  if (state !== 'conflict') {
    showNotice('conflict', undefined);
    return;
  }
  showNotice(
    'conflict',
    texts.conflict,
    button(texts.keepOurs, 'primary', () => void record.keepOurs()),
    button(texts.takeTheirs, 'quiet', () => {
      record.saver.abandon();
      location.reload();
    }),
  );
}
