import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { Loader } from '../loader/loader.tsx';
import { useShell, useSignInState } from '../shell-context.ts';

/** Signs out. Whoever is not signed in goes to the login page, as everywhere. */
export function Logout() {
  const { control } = useShell();
  const state = useSignInState();
  const [, navigate] = useLocation();

  useEffect(() => {
    // Also where nobody is signed in: then the next sign-in asks for the password.
    void control.signOut({ kind: 'called logout page' });
    if (state.name === 'signed-out') navigate('/login', { replace: true });
  }, [state, control, navigate]);

  return <Loader isLoading />;
}
