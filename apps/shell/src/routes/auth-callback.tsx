import { Loader } from '../loader/loader.tsx';
import { keptCoupon } from '../session/kept-coupon.ts';
import { keptJoinCode } from '../session/kept-join-code.ts';
import { useSignInState } from '../session/use-sign-in-state.ts';
import { LoginCard, type LoginCardPageProps } from './login-card.tsx';
import { Seatless, type SeatlessPageProps } from './seatless.tsx';
import { useOnEntry } from './use-on-entry.ts';

/**
 * Finishes signing in with the identity provider's answer. A user without a seat on this device stays
 * here until that is solved, and so does one whose answer belongs to no sign-in while another is under way.
 */
export function AuthCallback(props: LoginCardPageProps & SeatlessPageProps) {
  const { control, store } = props;
  const state = useSignInState(store);
  useOnEntry(() => {
    const answer = new URL(location.href);
    // The code leaves the address and the history before anything else is done with it.
    history.replaceState(null, '', answer.pathname);
    void control.finishSignIn(answer);
  });
  if (state.name === 'seatless') return <Seatless key={state.obstacle} {...props} {...state} />;
  if (state.name === 'signed-out' && state.problem)
    return (
      <LoginCard
        {...props}
        problem={state.problem}
        coupon={keptCoupon()}
        joinCode={keptJoinCode()}
      />
    );
  return <Loader isLoading />;
}
