import type { Bridge } from '../bridge/bridge.ts';
import type { ContentFrame } from '../content-frame/content-frame.ts';

/** Tells of pages in the frame that have no menu of their own. */
export interface MenuWatch {
  /** Unknown, and false, until the page says hello or has loaded. */
  readonly isLacking: boolean;
  /** To be called before the shell leads the frame to another page, which may say nothing. */
  leavePage(): void;
  /** Calls the listener whenever it has changed; the result stops that. */
  readonly subscribe: (listener: () => void) => () => void;
}

interface Parts {
  readonly frame: Pick<ContentFrame, 'isLoaded' | 'isOpen' | 'subscribe'>;
  readonly bridge: Pick<Bridge, 'able'>;
}

/**
 * Watches for the life of the page; begins after the bridge, perhaps after the content has spoken and loaded. Loading
 * says nothing of a page that has said hello: WebKit tells of it with every change of the address's fragment.
 */
export function watchMenu({ frame, bridge }: Parts): MenuWatch {
  /** Abilities of the page that the shell has led the frame away from. */
  let ofLeft: Bridge['able'];
  let isLacking = false;
  const listeners = new Set<() => void>();

  function change(next: boolean): void {
    if (isLacking === next) return;
    isLacking = next;
    for (const listener of listeners) listener();
  }

  function heard(): void {
    if (frame.isOpen && bridge.able) change(!bridge.able('own-menu'));
  }

  /** The page may be any: a unit of another standard says no hello, and nor does a page of the browser's. */
  function loaded(): void {
    if (bridge.able === ofLeft) change(true);
  }

  // The bridge has listened for longer, so it has taken the word by then; hello is a message to the window.
  addEventListener('message', () => bridge.able !== ofLeft && heard());
  frame.subscribe(() => {
    if (frame.isOpen) return frame.isLoaded ? loaded() : undefined;
    ofLeft = undefined;
    change(false);
    return undefined;
  });
  if (bridge.able) heard();
  else if (frame.isOpen && frame.isLoaded) change(true);
  return {
    get isLacking() {
      return isLacking;
    },
    leavePage() {
      ofLeft = bridge.able;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
