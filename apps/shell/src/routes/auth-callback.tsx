import { Loader } from '../loader/loader.tsx';
import { useOnEntry, useShell, useSignInState } from '../shell-context.ts';
import { Seatless } from './seatless.tsx';

/**
 * Finishes signing in with the identity provider's answer. Whoever gets no seat on this device stays
 * here until that is mended.
 */
export function AuthCallback() {
  const { control } = useShell();
  const state = useSignInState();
  useOnEntry(() => {
    const answer = new URL(location.href);
    // The code leaves the address and the history before anything else is done with it.
    history.replaceState(null, '', answer.pathname);
    void control.finishSignIn(answer);
  });
  if (state.name === 'seatless') return <Seatless key={state.obstacle} {...state} />;
  return <Loader isLoading />;
}
