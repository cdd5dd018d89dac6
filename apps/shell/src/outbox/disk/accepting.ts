import { BridgeFailure } from '../../bridge/bridge-failure.ts';
import { log } from '../../logging/log.ts';
import type { Deadline } from '../../deadline.ts';
import { createTurns } from '../model/turns.ts';
import { DatabaseUnavailable } from './database.ts';
import { StorageFull } from './storage-full.ts';

/** Accepts in turn for each lane. */
export function createAccepting() {
  const inTurn = createTurns();
  const underWay = new Set<Promise<unknown>>();
  return {
    /**
     * @throws {BridgeFailure | DatabaseUnavailable} Instead of the disk's errors; the latter where it may be opened
     *   anew.
     */
    async accept<T>(
      lane: readonly string[],
      { signal }: Deadline,
      work: () => Promise<T>,
    ): Promise<T> {
      const working = inTurn(JSON.stringify(lane), async () => {
        signal.throwIfAborted();
        return work();
      });
      underWay.add(working);
      try {
        return await working;
      } catch (error) {
        if (error instanceof BridgeFailure || error instanceof DatabaseUnavailable) throw error;
        if (error instanceof StorageFull)
          throw new BridgeFailure('STORAGE_FULL', 'This device has no room left.');
        log('error', 'Could not keep on this device what the content stores.', error);
        throw new BridgeFailure('UNAVAILABLE', 'This device could not keep it.');
      } finally {
        underWay.delete(working);
      }
    },

    /** Calls that are being accepted. */
    get count() {
      return underWay.size;
    },
    async settled(): Promise<void> {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}
