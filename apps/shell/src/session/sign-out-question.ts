import { createListeners } from '../listeners.ts';

/** Asks the user about signing out: content wants it, and nobody has pressed anything. */
export interface SignOutQuestion {
  readonly isAsked: boolean;
  readonly ask: () => void;
  readonly withdraw: () => void;
  /** Calls the listener after each change; the result stops that. */
  readonly subscribe: (listener: () => void) => () => void;
}

export function createSignOutQuestion(): SignOutQuestion {
  let isAsked = false;
  const { subscribe, notify } = createListeners();
  const become = (next: boolean) => () => {
    isAsked = next;
    notify();
  };
  return {
    get isAsked() {
      return isAsked;
    },
    ask: become(true),
    withdraw: become(false),
    subscribe,
  };
}
