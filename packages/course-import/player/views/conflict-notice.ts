import type { StoreStatus } from '@lectern/sdk';
import { texts } from '../texts/texts.ts';
import { button } from './dom.ts';
import { showNotice } from './notices.ts';

/** Ways out of a conflict. */
interface Conflicting {
  keepOurs(): Promise<boolean>;
  takeTheirs(): Promise<boolean>;
}

/**
 * Asks which state counts while a record is in conflict: two places have gone on from the same one, and
 * only the learner knows.
 */
export function askConflict({ kind }: StoreStatus, record: Conflicting): void {
  if (kind !== 'conflict') {
    showNotice('conflict', undefined);
    return;
  }
  showNotice(
    'conflict',
    texts.player.conflict,
    button(texts.player.keepOurs, 'primary', () => void record.keepOurs()),
    button(texts.player.takeTheirs, 'quiet', () => {
      void record.takeTheirs().then((isTaken) => isTaken && location.reload());
    }),
  );
}
