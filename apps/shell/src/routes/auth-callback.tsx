import { Loader } from '../loader/loader.tsx';
import { keptCoupon } from '../session/kept-coupon.ts';
import { useOnEntry, useShell, useSignInState } from '../shell-context.ts';
import { LoginCard } from './login-card.tsx';
import { Seatless } from './seatless.tsx';

/**
 * Finishes signing in with the identity provider's answer. A user without a seat on this device stays
 * here until that is solved, and so does one whose answer belongs to no sign-in while another is under way.
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
  if (state.name === 'signed-out' && state.problem)
    return <LoginCard problem={state.problem} coupon={keptCoupon()} />;
  return <Loader isLoading />;
}
