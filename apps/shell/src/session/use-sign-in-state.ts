import { useSyncExternalStore } from 'react';
import type { SignInState } from '../auth/sign-in-machine.ts';
import type { SessionStore } from './session-store.ts';

/** State of the session, which renders a component again when it changes. */
export function useSignInState(store: Pick<SessionStore, 'state' | 'subscribe'>): SignInState {
  return useSyncExternalStore(store.subscribe, () => store.state);
}
