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
    if (state.name === 'signed-out') navigate('/login', { replace: true });
    // While a sign-out is under way already, this comes to nothing.
    else void control.signOut({ kind: 'called logout page' });
  }, [state, control, navigate]);

  return <Loader isLoading />;
}
