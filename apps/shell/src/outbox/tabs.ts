import type { LocalStoreScope } from '@lectern/sdk/protocol';
import type { Outcome } from './outbox.ts';

/** What the tabs of one user tell each other. */
export type TabMessage =
  /** Something has been committed. */
  | { readonly type: 'changed' }
  | { readonly type: 'outcome'; readonly outcome: Outcome }
  /** What was told of the versions of these items has not come true. */
  | {
      readonly type: 'unsure';
      readonly scope: LocalStoreScope;
      readonly keys: readonly string[];
    }
  /** A service may know of the entry of this number, which the disk has no room to say. */
  | { readonly type: 'sent'; readonly id: number }
  /** Whether sending fails now. */
  | { readonly type: 'failing'; readonly isFailing: boolean };

export interface Tabs {
  tell(message: TabMessage): void;
  close(): void;
}

/**
 * The other tabs of the same user. What goes through here is the user's own: a session of another one
 * does not listen, as the name of the channel is another.
 */
export function joinTabs(user: string, onMessage: (message: TabMessage) => void): Tabs {
  if (!('BroadcastChannel' in globalThis)) return { tell() {}, close() {} };
  const port = new BroadcastChannel(`lectern.outbox.${user}`);
  // Only pages of this origin can post there.
  port.addEventListener('message', ({ data }) => onMessage(data as TabMessage));
  let isClosed = false;
  return {
    tell(message) {
      if (!isClosed) port.postMessage(message);
    },
    close() {
      isClosed = true;
      port.close();
    },
  };
}
