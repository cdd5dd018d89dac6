import { createContext, use, useEffect, useRef, useSyncExternalStore } from 'react';
import type { SignInState } from './auth/sign-in-machine.ts';
import type { Shell } from './shell.ts';

export const ShellContext = createContext<Shell | undefined>(undefined);

export function useShell(): Shell {
  const shell = use(ShellContext);
  if (!shell) throw new Error('No shell is provided to the pages');
  return shell;
}

export function useSignInState(): SignInState {
  const { store } = useShell();
  return useSyncExternalStore(store.subscribe, () => store.state);
}

/**
 * Runs once when a page is entered. React may run effects twice, in strict mode it does; a second
 * run would clear what the first has stored, or redeem a code twice.
 */
export function useOnEntry(enter: () => void): void {
  const entered = useRef(false);
  useEffect(() => {
    if (entered.current) return;
    entered.current = true;
    enter();
  });
}
