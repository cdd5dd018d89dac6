import { untilDone, type Bridge } from './keeping/bridge.ts';
import type { Saver, SaveState } from './keeping/saver.ts';
import { texts } from './texts/texts.ts';
import { showNotice } from './views/notices.ts';

interface Watched {
  readonly isUnsaved: boolean;
  readonly saver?: Saver;
  readonly state?: SaveState;
}

/** Delay before the learner is told that saving fails, in milliseconds: most failures pass unseen. */
const toleratedInMs = 3_000;

/** Says whether work is unsaved: to the container whenever that changes, to the learner when it matters. */
export class SaveSigns {
  readonly #bridge: Bridge;
  readonly #watched: Watched[] = [];
  #told = false;
  #telling: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  watch(watched: Watched): void {
    this.#watched.push(watched);
  }

  update(): void {
    const isUnsaved = this.#watched.some((watched) => watched.isUnsaved);
    if (isUnsaved !== this.#told) {
      this.#told = isUnsaved;
      // In order: the last word counts.
      this.#telling = this.#tell(this.#telling, isUnsaved);
    }
    this.#show();
  }

  /** A container that does not hear it asks nobody before the page is left; all else goes on. */
  async #tell(before: Promise<void>, isUnsaved: boolean): Promise<void> {
    await before;
    try {
      await untilDone(() => this.#bridge.setUnsavedWork(isUnsaved));
    } catch (error) {
      console.warn('The container does not know whether there is unsaved work.', error);
    }
  }

  #show(): void {
    const states = new Set(this.#watched.map((watched) => watched.saver?.state ?? watched.state));
    showNotice('failed', states.has('failed') ? texts.player.failedToSave : undefined);
    if (!states.has('retrying')) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      showNotice('retrying', undefined);
      return;
    }
    this.#timer ??= setTimeout(() => showNotice('retrying', texts.player.retrying), toleratedInMs);
  }
}
