import { transition, type SignInEvent, type SignInState } from '../auth/sign-in-machine.ts';
import { createListeners } from '../listeners.ts';
import type { UserSession } from './user-session.ts';

/** Holds the state of sign-in for everything that shows it or acts on it. */
export interface SessionStore {
  readonly state: SignInState;
  readonly session: UserSession | undefined;
  /** Takes an event. False: it does not fit the state, and nothing that follows from it may be done. */
  dispatch(event: SignInEvent): boolean;
  /** Calls the listener after each change; the result stops that. */
  readonly subscribe: (listener: () => void) => () => void;
}

export function createSessionStore(initial: SignInState): SessionStore {
  let state = initial;
  const { subscribe, notify } = createListeners();
  return {
    get state() {
      return state;
    },
    get session() {
      return state.name === 'signed-in' ? state.session : undefined;
    },
    dispatch(event) {
      const next = transition(state, event);
      if (!next) return false;
      state = next;
      notify();
      return true;
    },
    subscribe,
  };
}
