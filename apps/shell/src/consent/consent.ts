import * as library from 'vanilla-cookieconsent';
import { joinChannel } from '../channel.ts';
import { createListeners } from '../listeners.ts';
import { log } from '../logging/log.ts';
import { consentCookie, consentLifetimeInDays } from './consent-defaults.ts';
import { dropChoice, dropDamagedChoice } from './stored-choice.ts';

/** Functions that may only run with consent. Both are safe to repeat. */
export interface Analytics {
  start(): void;
  /** Ends it at once: nothing is sent or stored from here on. */
  stop(): void;
}

export interface ConsentState {
  readonly view: 'closed' | 'question' | 'preferences';
  /** A choice is still to be made. Else the dialog was opened to change one. */
  readonly isPending: boolean;
  /** There was a choice, made for an earlier revision. */
  readonly isAskedAgain: boolean;
  /** Off until somebody has allowed analytics. */
  readonly allowsAnalytics: boolean;
}

export interface Consent {
  readonly state: ConsentState;
  /** Calls the listener after each change; the result stops that. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Keeps a choice and acts on it at once. What is necessary is part of each. */
  decide(choice: { readonly allowsAnalytics: boolean }): void;
  showPreferences(): void;
  /** Leaves the preferences unchanged: back to the question where one is pending. */
  leavePreferences(): void;
}

/** Every cookie that Matomo sets begins so. */
const analyticsCookies = /^_pk_/;
/** How tabs of one browser tell each other that the choice has changed. */
const channelName = 'lectern-consent';

/**
 * Takes up the stored choice, or asks for one (specification, section 4).
 *
 * @param revision A choice for another one counts no more.
 * @param analytics Runs while it is allowed. Whenever it is not, its cookies are erased: after a
 *   withdrawal, here or in another tab, and also when the choice has expired or is to be made again.
 */
export async function createConsent(revision: number, analytics: Analytics): Promise<Consent> {
  const { subscribe, notify } = createListeners();
  const channel = joinChannel(channelName, () => {
    takeUp().catch((error: unknown) =>
      log('error', 'Could not read the choice of cookies.', error),
    );
  });
  let state = await readChoice(revision);
  act();

  function show(next: ConsentState): void {
    state = next;
    notify();
  }

  function act(): void {
    if (state.allowsAnalytics) return analytics.start();
    analytics.stop();
    library.eraseCookies(analyticsCookies);
  }

  async function takeUp(): Promise<void> {
    const next = await readChoice(revision);
    // Open preferences stay open while the choice still holds.
    const keepsView = !next.isPending && !state.isPending;
    show(keepsView ? { ...next, view: state.view } : next);
    act();
  }

  return {
    get state() {
      return state;
    },
    subscribe,
    decide({ allowsAnalytics }) {
      try {
        // One that does not count, such as a neighbour's of another revision, would hide this one.
        if (state.isPending) dropChoice();
        library.acceptCategory(allowsAnalytics ? ['analytics'] : []);
      } catch (error) {
        // It holds on this page, and is asked for again on the next one.
        log('error', 'Could not keep the choice of cookies.', error);
      }
      show({ view: 'closed', isPending: false, isAskedAgain: false, allowsAnalytics });
      act();
      channel.tell(null);
    },
    showPreferences() {
      show({ ...state, view: 'preferences' });
    },
    leavePreferences() {
      show({ ...state, view: state.isPending ? 'question' : 'closed' });
    },
  };
}

/** Lets the library read its cookie, from scratch: another tab may have written it. */
async function readChoice(revision: number): Promise<ConsentState> {
  library.reset();
  dropDamagedChoice();
  await library.run({
    revision,
    mode: 'opt-in',
    cookie: { name: consentCookie, expiresAfterDays: consentLifetimeInDays },
    categories: { necessary: { enabled: true, readOnly: true }, analytics: {} },
    // Crawlers find nothing here that is not the dialog's, and a dialog that hides from automation
    // cannot be tested.
    hideFromBots: false,
    // No element of the page waits for consent; scripts are added after it.
    manageScriptTags: false,
    // Without words the library builds no dialog: its own would put them into the page as markup.
    autoShow: false,
    language: { default: 'de', translations: { de: {} as library.Translation } },
  });
  const isPending = !library.validConsent();
  return {
    view: isPending ? 'question' : 'closed',
    isPending,
    isAskedAgain: isPending && library.getCookie('consentId') !== undefined,
    allowsAnalytics: library.acceptedCategory('analytics'),
  };
}
