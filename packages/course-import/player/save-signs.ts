import { untilDone, type Store, type StoreStatus } from '@lectern/sdk';
import type { Bridge } from './keeping/bridge.ts';
import { texts } from './texts/texts.ts';
import { showNotice } from './views/notices.ts';

interface Watched {
  /** Something is still to be saved or told. */
  readonly isUnsaved: boolean;
  readonly store: Store;
}

/** Delay before the learner is told that saving fails, in milliseconds: most failures pass unseen. */
const toleratedInMs = 3_000;

/** Says whether work is unsaved: to the container whenever that changes, to the learner when it matters. */
export class SaveSigns {
  readonly #bridge: Bridge;
  readonly #watched: Watched[] = [];
  #isUnsaved = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  watch(watched: Watched): void {
    this.#watched.push(watched);
  }

  update(): void {
    // Stores say it by themselves; statements that are still to be told do not.
    const isUnsaved = this.#watched.some((watched) => watched.isUnsaved);
    if (isUnsaved !== this.#isUnsaved) {
      this.#isUnsaved = isUnsaved;
      untilDone(() => this.#bridge.setUnsavedWork(this.#isUnsaved)).catch((error: unknown) => {
        console.warn('The container does not know whether there is unsaved work.', error);
      });
    }
    this.#show();
  }

  #show(): void {
    const statuses = this.#watched.map(({ store }) => store.status);
    const isIn = (kind: StoreStatus['kind']) => statuses.some((status) => status.kind === kind);
    showNotice('failed', isIn('failed') ? texts.player.failedToSave : undefined);
    if (!isIn('retrying')) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      showNotice('retrying', undefined);
      return;
    }
    this.#timer ??= setTimeout(() => showNotice('retrying', texts.player.retrying), toleratedInMs);
  }
}
