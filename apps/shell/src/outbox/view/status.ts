import type { SaveState } from '@lectern/sdk/protocol';
import type { Outcome } from '../model/outcome.ts';

/** How far everything has come, and what became of single writes. */
export interface Status {
  /** Over all tabs of this user. Another object whenever something has changed. */
  readonly saveState: SaveState;
  /**
   * A later version of the shell, in another tab, has taken over what is kept here: this one accepts only what
   * the services have stored, until the page is loaded anew.
   */
  readonly isOutdated: boolean;
  /** @returns what ends it */
  subscribe(listener: () => void): () => void;
  /**
   * Tells what became of what was accepted, also in other tabs.
   *
   * @returns what ends it
   */
  onOutcome(listener: (outcome: Outcome) => void): () => void;
  show(state: Counts): void;
  tell(outcome: Outcome): void;
  noteOutdated(): void;
  /** No listener hears anything any more. */
  clear(): void;
}

interface Counts {
  readonly undelivered: number;
  readonly refused: number;
  readonly isFailing: boolean;
}

export function createStatus(): Status {
  let saveState: SaveState = { state: 'saved', undelivered: 0, refused: 0 };
  let isOutdated = false;
  const listeners = new Set<() => void>();
  const outcomeListeners = new Set<(outcome: Outcome) => void>();
  return {
    get saveState() {
      return saveState;
    },
    get isOutdated() {
      return isOutdated;
    },
    noteOutdated() {
      isOutdated = true;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onOutcome(listener) {
      outcomeListeners.add(listener);
      return () => outcomeListeners.delete(listener);
    },
    show(counts) {
      const { undelivered, refused } = counts;
      const next = { state: stateOf(counts), undelivered, refused };
      if (JSON.stringify(next) === JSON.stringify(saveState)) return;
      saveState = next;
      for (const listener of listeners) listener();
    },
    tell(outcome) {
      for (const listener of outcomeListeners) listener(outcome);
    },
    clear() {
      listeners.clear();
      outcomeListeners.clear();
    },
  };
}

function stateOf({ undelivered, refused, isFailing }: Counts): SaveState['state'] {
  if (undelivered > 0) return isFailing ? 'waiting' : 'saving';
  return refused > 0 ? 'refused' : 'saved';
}
