import { useEffect, useState, useSyncExternalStore } from 'react';
import { CloseButton } from '../dialog/close-button.tsx';
import type { Configuration } from '../configuration.ts';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import type { CouponConfirmation } from '../session/coupon-confirmation.ts';
import type { SessionStore } from '../session/session-store.ts';
import { useSignInState } from '../session/use-sign-in-state.ts';
import { texts } from '../texts/texts.ts';
import { useBodyMark } from '../use-body-mark.ts';
import { describeCoupon } from './login-problem.tsx';
import { lastDay } from './moments.ts';
import './notice.css';
import { ProblemNotice } from './notice.tsx';

/** How long the notice stays while nobody points at it or has the focus in it, in milliseconds. */
const shownForInMs = 12_000;

interface CouponNoticeProps {
  readonly configuration: Pick<Configuration, 'project'>;
  readonly store: SessionStore;
  readonly frame: ContentFrame;
  readonly confirmation: CouponConfirmation;
}

/**
 * Says over the content that a coupon was redeemed, or why not. It holds nobody up, takes no focus, and goes by
 * itself where nothing is to be done. The status region stays, so that screen readers hear of the change.
 */
export function CouponNotice({ configuration, store, frame, confirmation }: CouponNoticeProps) {
  const isSignedIn = 'session' in useSignInState(store);
  const redeemed = useSyncExternalStore(confirmation.subscribe, () => confirmation.redeemed);
  const [isPointedAt, setPointedAt] = useState(false);
  const [isFocused, setFocused] = useState(false);

  const problem = useSyncExternalStore(confirmation.subscribe, () => confirmation.problem);

  const isShown = isSignedIn && redeemed !== undefined;
  const isHeld = isPointedAt || isFocused;
  useBodyMark('overContent', isShown && !problem);
  useEffect(() => {
    if (!isShown || isHeld) return;
    const timer = setTimeout(confirmation.dismiss, shownForInMs);
    return () => clearTimeout(timer);
  }, [isShown, isHeld, confirmation]);

  function close(): void {
    confirmation.dismiss();
    setFocused(false);
    setPointedAt(false);
    // The button takes the focus along; the content goes on with it.
    frame.window?.focus();
  }

  const end = redeemed?.validUntil;
  if (isSignedIn && problem) {
    const { heading, explanation } = describeCoupon(problem, configuration.project.title);
    return (
      <ProblemNotice frame={frame} onClose={confirmation.dismiss}>
        {`${heading}. ${explanation}`}
      </ProblemNotice>
    );
  }
  return (
    <div
      className={isShown ? 'over-content' : undefined}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <output>
        {isShown && <span>{texts.couponRedeemed}</span>}{' '}
        {isShown && end !== undefined && (
          <span>{texts.couponValidUntil(lastDay(Date.parse(end)))}</span>
        )}
      </output>
      {isShown && <CloseButton aria-label={texts.close} onClick={close} />}
    </div>
  );
}
