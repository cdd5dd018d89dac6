import { isCodeDoubtful, joinCodeForm } from '@lectern/contracts/calls/checked-code';
import { useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { isStartProblem, type SignInProblem } from '../auth/sign-in-machine.ts';
import { isRejected } from '../auth/sign-out.ts';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import { frameLocation } from '../content-frame/frame-location.ts';
import { Loader } from '../loader/loader.tsx';
import { parseJoinCode } from '../session/kept-join-code.ts';
import { keptCoupon, parseCoupon, unclearCoupon } from '../session/kept-coupon.ts';
import { useSignInState } from '../session/use-sign-in-state.ts';
import { LoginCard, type LoginCardPageProps } from './login-card.tsx';
import { LoginLine } from './login-line.tsx';
import { PopupCard } from './popup-card.tsx';
import { Seatless, type SeatlessPageProps } from './seatless.tsx';
import { useOnEntry } from './use-on-entry.ts';

interface LoginProps extends Omit<LoginCardPageProps, 'configuration'>, SeatlessPageProps {
  readonly frame: ContentFrame;
}

/** The login page: a custom one of the publisher in the frame, or a single button. */
export function Login(props: LoginProps) {
  const { configuration, control, frame, store } = props;
  const { loginLocation, version } = configuration.project;
  const state = useSignInState(store);
  const search = useSearch();

  const coupon = parseCoupon(search);
  // A user who comes back from a rejection with a code has what was missing.
  const isUnclear = unclearCoupon(search) !== undefined;
  const rejected = isRejected(search) && (coupon === undefined || isUnclear);
  const problem = state.name === 'signed-out' ? state.problem : undefined;
  const shown: SignInProblem | undefined = problem ?? (rejected ? { kind: 'rejected' } : undefined);
  const joinCode = parseJoinCode(search);
  // Only the shell can say what becomes of a code.
  const isOfCode =
    coupon !== undefined ||
    (joinCode !== undefined && isCodeDoubtful(joinCode, joinCodeForm)) ||
    (shown?.kind === 'rejected' && shown.coupon !== undefined);
  const [isTyping, setTyping] = useState(false);
  const framedPage = isOfCode || isTyping ? undefined : loginLocation;

  useOnEntry(() => {
    control.enterLoginPage(search);
    const isDirect = new URLSearchParams(search).get('directLogin') === 'true';
    if (isDirect) void control.startSignInUnasked();
  });
  useEffect(() => {
    if (state.name !== 'signed-out' && state.name !== 'in-popup') return;
    if (framedPage === undefined || state.name === 'in-popup') frame.close();
    else frame.open(frameLocation(framedPage, version, rejected ? { rejected: 'true' } : {}));
  }, [state, framedPage, frame, version, rejected]);

  if (state.name === 'seatless') return <Seatless key={state.obstacle} {...props} {...state} />;
  if (state.name === 'in-popup')
    return <PopupCard project={configuration.project} onShow={control.showPopup} />;
  if (state.name !== 'signed-out') return <Loader isLoading />;
  if (framedPage !== undefined)
    return (
      shown && (
        <LoginLine
          title={configuration.project.title}
          frame={frame}
          problem={shown}
          onSignInAsOther={() => void control.startSignInAsOther()}
          onCode={() => setTyping(true)}
        />
      )
    );
  // A code that was typed is still to be redeemed when the page could not be left with it.
  const typed = problem && isStartProblem(problem) ? keptCoupon() : undefined;
  return (
    <LoginCard {...{ ...props, joinCode, isTyping }} problem={shown} coupon={coupon ?? typed} />
  );
}
