import type { Configuration } from '../configuration.ts';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import { log } from '../logging/log.ts';
import type { MyDataDoor } from '../my-data/my-data-door.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { Consent } from './consent.ts';

/** The way to the consent dialog, which loads when nothing else needs the network. */
export interface ConsentDoor {
  /**
   * Takes up the stored choice or asks for one, once the page has settled: the content has loaded, or
   * somebody is on a page of the shell's own.
   */
  askWhenSettled(): void;
  /**
   * Opens the settings, where a choice can be changed.
   *
   * @throws when the dialog cannot be loaded. The next call tries again.
   */
  openSettings(): Promise<void>;
}

export function createConsentDoor(
  configuration: Configuration,
  frame: ContentFrame,
  store: SessionStore,
  myData?: MyDataDoor,
): ConsentDoor {
  let mounted: Promise<Consent> | undefined;

  async function mount(): Promise<Consent> {
    mounted ??= import('./mount-consent.tsx').then((chunk) =>
      chunk.mountConsent(configuration, myData),
    );
    try {
      return await mounted;
    } catch (error) {
      mounted = undefined;
      log('error', 'The consent dialog could not be loaded.', error);
      throw error;
    }
  }

  function isSettled(): boolean {
    if (frame.isOpen) return frame.isLoaded;
    return store.state.name === 'signed-out' || store.state.name === 'seatless';
  }

  return {
    askWhenSettled() {
      // After a paint; a tab that nobody looks at waits.
      const ask = () => requestAnimationFrame(() => setTimeout(() => mount().catch(() => {})));
      if (isSettled()) return void ask();
      const stops = [frame, store].map(({ subscribe }) =>
        subscribe(() => {
          if (!isSettled()) return;
          for (const stop of stops) stop();
          ask();
        }),
      );
    },
    async openSettings() {
      (await mount()).showPreferences();
    },
  };
}
