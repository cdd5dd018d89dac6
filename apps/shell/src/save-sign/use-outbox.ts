import { useSyncExternalStore } from 'react';
import type { SaveState } from '@lectern/sdk/protocol';
import type { Outbox } from '../outbox/outbox.ts';
import type { SessionOutbox } from '../session/session-outbox.ts';

/** Where the signed-in user's work waits. */
export type CurrentOutbox = Pick<SessionOutbox, 'current' | 'subscribe'>;

const never = () => () => {};

/** The outbox of the user who is signed in, and how far its entries have come. */
export function useOutbox(outboxes: CurrentOutbox): {
  readonly outbox: Outbox | undefined;
  readonly saveState: SaveState | undefined;
  readonly isOutdated: boolean;
} {
  const outbox = useSyncExternalStore(outboxes.subscribe, () => outboxes.current);
  const saveState = useSyncExternalStore(outbox?.subscribe ?? never, () => outbox?.saveState);
  const isOutdated = useSyncExternalStore(outbox?.subscribe ?? never, () => outbox?.isOutdated);
  return { outbox, saveState, isOutdated: isOutdated === true };
}
