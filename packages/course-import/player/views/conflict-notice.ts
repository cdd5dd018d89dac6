import type { SaveState } from '../keeping/saver.ts';
import { texts } from '../texts/texts.ts';
import { button } from './dom.ts';
import { showNotice } from './notices.ts';

/** Ways out of a conflict. */
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
    texts.player.conflict,
    button(texts.player.keepOurs, 'primary', () => void record.keepOurs()),
    button(texts.player.takeTheirs, 'quiet', () => {
      record.saver.abandon();
      location.reload();
    }),
  );
}
