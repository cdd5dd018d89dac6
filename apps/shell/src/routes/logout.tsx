import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { Loader } from '../loader/loader.tsx';
import type { SessionControl } from '../session/session-control.ts';
import type { SessionStore } from '../session/session-store.ts';
import { useSignInState } from '../session/use-sign-in-state.ts';

interface LogoutProps {
  readonly control: SessionControl;
  readonly store: SessionStore;
}

/** Signs out. A user who is not signed in goes to the login page, as everywhere. */
export function Logout({ control, store }: LogoutProps) {
  const state = useSignInState(store);
  const [, navigate] = useLocation();

  useEffect(() => {
    // Also where nobody is signed in: then the next sign-in asks for the password.
    void control.signOut({ kind: 'called logout page' });
    if (state.name === 'signed-out') navigate('/login', { replace: true });
  }, [state, control, navigate]);

  return <Loader isLoading />;
}
