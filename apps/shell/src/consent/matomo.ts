import type { AnalyticsConfiguration } from '../configuration.ts';
import { trustedWay } from '../trusted-types.ts';
import type { Analytics } from './consent.ts';
import {
  referrerCookieLifetimeInSeconds,
  visitorCookieLifetimeInSeconds,
} from './consent-defaults.ts';

/** Where Matomo's script looks for its commands. */
const commands = '_paq';

/** A method of Matomo's tracker with its arguments. */
type Command = readonly [method: string, ...rest: (string | number | boolean)[]];

declare global {
  interface Window {
    /** A list of commands until Matomo's script has loaded, which puts something with `push` in its place. */
    _paq?: Command[] | { push(...added: readonly Command[]): void };
  }
}

export interface PageCounter extends Analytics {
  /** Says which page is shown. It is counted while analytics is allowed. */
  showPage(path: string): void;
}

/** Pages that somebody looks at; the others only lead on. */
const countedPages: ReadonlySet<string> = new Set(['/', '/login']);

/**
 * Counts page views with Matomo. Nothing is loaded before the first `start`.
 *
 * Of an address only its path is told: queries hold codes of sign-in and of coupons. Of the page that
 * led here only the origin is told, and nothing of the user.
 */
export function createMatomo(
  { address, siteId }: AnalyticsConfiguration,
  title: string,
): PageCounter {
  const scriptAddress = new URL('matomo.js', address).href;
  /** Its one script, and no other. Once a page: a name is taken with its first use. */
  let trustedScript: ((address: string) => string) | undefined;
  let isAllowed = false;
  let isLoading = false;
  let shown: string | undefined;
  let counted: string | undefined;

  function push(...added: readonly Command[]): void {
    (window[commands] ??= []).push(...added);
  }

  /** Drops what waits for the script. False: it has loaded, nothing waits any more. */
  function forgetWaiting(): boolean {
    const waiting = window[commands];
    if (!Array.isArray(waiting)) return waiting === undefined;
    waiting.length = 0;
    return true;
  }

  function count(): void {
    if (!isAllowed || shown === undefined || shown === counted || !countedPages.has(shown)) return;
    counted = shown;
    push(
      ['setReferrerUrl', originOf(document.referrer)],
      ['setCustomUrl', location.origin + shown],
      ['setDocumentTitle', title],
      ['trackPageView'],
    );
  }

  return {
    start() {
      if (isAllowed) return;
      isAllowed = true;
      const isFresh = forgetWaiting();
      push(
        // By POST, so that reports stand in no proxy's log, and the content policy needs no images.
        ['setRequestMethod', 'POST'],
        ['setTrackerUrl', new URL('matomo.php', address).href],
        ['setSiteId', siteId],
        ['setVisitorCookieTimeout', visitorCookieLifetimeInSeconds],
        ['setReferralCookieTimeout', referrerCookieLifetimeInSeconds],
        ['setCookieSameSite', 'Lax'],
        ['setSecureCookie', location.protocol === 'https:'],
        ['disableBrowserFeatureDetection'],
      );
      // Undoes a withdrawal. It also turns on what tells browsers apart, so that goes off once more.
      // Not before the script has loaded: that carries out commands in an order of its own.
      if (!isFresh) push(['setConsentGiven'], ['disableBrowserFeatureDetection']);
      count();
      if (!isLoading) load();
    },
    stop() {
      isAllowed = false;
      counted = undefined;
      if (window[commands] === undefined) return;
      forgetWaiting();
      // Not `forgetConsentGiven`: that stores a cookie for thirty years.
      push(['requireConsent'], ['disableCookies']);
    },
    showPage(path) {
      shown = path;
      count();
    },
  };

  function load(): void {
    isLoading = true;
    const script = document.createElement('script');
    script.async = true;
    trustedScript ??= trustedWay(
      'lectern-analytics',
      'createScriptURL',
      (wanted) => wanted === scriptAddress,
    );
    script.src = trustedScript(scriptAddress);
    // Blocked, or away: the next start tries again.
    script.addEventListener('error', () => {
      isLoading = false;
      script.remove();
    });
    document.head.append(script);
  }
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : '';
}
