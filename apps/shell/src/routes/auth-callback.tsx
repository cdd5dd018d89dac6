import { Loader } from '../loader/loader.tsx';
import { useOnEntry, useShell } from '../shell-context.ts';

/** Finishes signing in with the identity provider's answer. */
export function AuthCallback() {
  const { control } = useShell();
  useOnEntry(() => {
    const answer = new URL(location.href);
    // The code leaves the address and the history before anything else is done with it.
    history.replaceState(null, '', answer.pathname);
    void control.finishSignIn(answer);
  });
  return <Loader isLoading />;
}
