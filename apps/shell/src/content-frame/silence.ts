import { silenceLimitInMs } from '@lectern/sdk/protocol';
import type { Bridge } from '../bridge/bridge.ts';
import { createListeners } from '../listeners.ts';
import { log } from '../logging/log.ts';
import type { ContentFrame } from './content-frame.ts';

/**
 * `silent`: the content has loaded, and nothing of it was heard in time; `unreachable`: its host does not
 * answer; `retrying`: it did not, and the frame was opened anew.
 */
type SilenceState = 'none' | 'silent' | 'unreachable' | 'retrying';

/** Content that says nothing: plain pages may; a page that never came shall not stay without a way out. */
export interface Silence {
  readonly state: SilenceState;
  /** The host does not answer, also while it is tried again. */
  readonly isAway: boolean;
  /** When the last try to open the frame anew was in vain, in milliseconds since 1970. */
  readonly triedInVainAt: number | undefined;
  /** Opens the frame anew, at the same address: content that never spoke has told of no other place. */
  retry(): void;
  /** Leaves the frame uncovered for the life of the page: the user sees more in it than was found out here. */
  showAnyway(): void;
  /** Calls the listener whenever the state has changed; the result stops that. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** How long after loading content may say nothing before its host is asked, in milliseconds: with the host gone, a page of the browser's has loaded. */
const graceAfterLoadInMs = 3_000;
/** The same after a try to open it anew: as long as it takes to see that something was tried. */
const graceAfterRetryInMs = 1_000;
/** How often a host that did not answer is asked again, in milliseconds. */
const askedAgainAfterInMs = 10_000;
/** How long a host may take to answer, in milliseconds. */
const answerLimitInMs = 8_000;

interface Dependencies {
  readonly frame: ContentFrame;
  readonly bridge: Pick<Bridge, 'hasSpoken'>;
  /** The address that the frame was opened with. */
  readonly address?: () => string | undefined;
  /** Neither throws nor rejects. */
  readonly isReachable?: (address: string) => Promise<boolean>;
}

/**
 * Watches over the frame for the life of the page, and opens it anew as soon as a host that was away
 * answers again.
 */
export function watchSilence({
  frame,
  bridge,
  address = frameAddress,
  isReachable = answers,
}: Dependencies): Silence {
  let state: SilenceState = 'none';
  const isAway = () => state === 'unreachable' || state === 'retrying';
  /** From an opening of the frame to its first word, or its end. */
  let watch: AbortController | undefined;
  let isReopening = false;
  let triedInVainAt: number | undefined;
  let isLeftAlone = false;
  let timers: ReturnType<typeof setTimeout>[] = [];
  const { subscribe, notify } = createListeners();

  function change(next: SilenceState): void {
    if (state === next) return;
    triedInVainAt = state === 'retrying' && next === 'unreachable' ? Date.now() : undefined;
    state = next;
    notify();
  }

  function after(delayInMs: number, act: () => void): void {
    timers.push(setTimeout(act, delayInMs));
  }

  function clearTimers(): void {
    timers.forEach(clearTimeout);
    timers = [];
  }

  function end(): void {
    clearTimers();
    watch?.abort();
    watch = undefined;
    if (!isReopening) change('none');
  }

  function begin(): void {
    watch = new AbortController();
    const { signal } = watch;
    // The bridge has listened for longer, so it has taken the word by then.
    addEventListener('message', () => bridge.hasSpoken && end(), { signal });
    addEventListener('online', () => state === 'unreachable' && void askAgain(), { signal });
    after(silenceLimitInMs, () => void ask());
  }

  /** Also where the content itself leads elsewhere, and where it comes after all. */
  function loaded(): void {
    clearTimers();
    after(isAway() ? graceAfterRetryInMs : graceAfterLoadInMs, () => void ask());
    after(silenceLimitInMs, () => {
      if (isAway()) return;
      log(
        'warning',
        "The content has loaded and has not said hello: is the SDK's script missing or blocked?",
      );
      change('silent');
    });
  }

  /** @returns whether the host has answered; `undefined` where that is of no interest any more. */
  async function reached(): Promise<boolean | undefined> {
    const [asked, at] = [watch, address()];
    if (!asked || at === undefined) return undefined;
    const isReached = await isReachable(at);
    return watch === asked ? isReached : undefined;
  }

  async function ask(): Promise<void> {
    const isReached = await reached();
    if (isReached === undefined) return;
    // A page on its way may still come.
    if (isReached) return frame.isLoaded && isAway() ? change('none') : undefined;
    if (!isAway())
      log(
        'warning',
        "The content's host cannot be reached: is its address right, and is it running?",
      );
    if (!isLeftAlone) change('unreachable');
    after(askedAgainAfterInMs, () => void askAgain());
  }

  async function askAgain(): Promise<void> {
    clearTimers();
    if (state !== 'unreachable') return;
    const isReached = await reached();
    // Somebody may have decided meanwhile.
    if (state !== 'unreachable') return;
    if (isReached) retry();
    else if (isReached === false) after(askedAgainAfterInMs, () => void askAgain());
  }

  function retry(): void {
    const at = address();
    if (at === undefined) return;
    change('retrying');
    isReopening = true;
    frame.close();
    isReopening = false;
    frame.open(at);
  }

  function follow(): void {
    if (!frame.isOpen) return end();
    if (bridge.hasSpoken) return;
    if (!watch) begin();
    if (frame.isLoaded) loaded();
  }

  frame.subscribe(follow);
  follow();
  return {
    get state() {
      return state;
    },
    get isAway() {
      return isAway();
    },
    get triedInVainAt() {
      return triedInVainAt;
    },
    retry,
    showAnyway() {
      isLeftAlone = true;
      clearTimers();
      change('none');
    },
    subscribe,
  };
}

function frameAddress(): string | undefined {
  return document.querySelector<HTMLIFrameElement>('iframe[data-content-frame]')?.src;
}

/** Only whether anybody answers: the answer itself stays unread (Fetch, section 2.2.6: opaque). */
async function answers(address: string): Promise<boolean> {
  try {
    await fetch(address, {
      method: 'HEAD',
      mode: 'no-cors',
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(answerLimitInMs),
    });
    return true;
  } catch {
    return false;
  }
}
