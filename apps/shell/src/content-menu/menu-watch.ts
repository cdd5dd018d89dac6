import type { Bridge } from '../bridge/bridge.ts';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import { createListeners } from '../listeners.ts';

/** Tells of pages in the frame that have no menu of their own. */
export interface MenuWatch {
  /** Unknown, and false, until the page says hello or has loaded. */
  readonly isLacking: boolean;
  /** To be called before the shell leads the frame to another page, which may say nothing. */
  leavePage(): void;
  /** Calls the listener whenever it has changed; the result stops that. */
  readonly subscribe: (listener: () => void) => () => void;
}

interface Dependencies {
  readonly frame: Pick<ContentFrame, 'isLoaded' | 'isOpen' | 'subscribe'>;
  readonly bridge: Pick<Bridge, 'able' | 'onHello'>;
}

/** Time after which a page that neither speaks nor has loaded counts as one without a menu, in milliseconds. */
export const loadPatienceInMs = 10_000;

/**
 * Watches for the life of the page; begins after the bridge, perhaps after the content has spoken and loaded. Loading
 * says nothing of a page that has said hello: WebKit tells of it with every change of the address's fragment.
 */
export function watchMenu({ frame, bridge }: Dependencies): MenuWatch {
  /** True once the page has said hello that the frame shows, or is led to. */
  let hasGreeted = bridge.able !== undefined;
  let isLacking = false;
  let patience: ReturnType<typeof setTimeout> | undefined;
  const { subscribe, notify } = createListeners();

  function change(next: boolean): void {
    clearTimeout(patience);
    if (isLacking === next) return;
    isLacking = next;
    notify();
  }

  /** A single file that does not come holds back the event of loading without an end. */
  function wait(): void {
    clearTimeout(patience);
    patience = setTimeout(() => change(true), loadPatienceInMs);
  }

  function heard(): void {
    if (frame.isOpen && bridge.able) change(!bridge.able('own-menu'));
  }

  // Over a port the page that is being left may still say it, until the next one has.
  bridge.onHello = (isOverPort) => {
    hasGreeted ||= !isOverPort;
    if (hasGreeted) heard();
  };
  frame.subscribe(() => {
    if (!frame.isOpen) {
      hasGreeted = false;
      change(false);
    } else if (hasGreeted) heard();
    // The page may be any: a unit of another standard says no hello, and nor does a page of the browser's.
    else if (frame.isLoaded) change(true);
    else wait();
  });
  if (hasGreeted) heard();
  else if (frame.isOpen && frame.isLoaded) change(true);
  else if (frame.isOpen) wait();
  return {
    get isLacking() {
      return isLacking;
    },
    leavePage() {
      if (!frame.isOpen) return;
      hasGreeted = false;
      wait();
    },
    subscribe,
  };
}
