import type { ClockFault } from '../auth/clock-fault.ts';
import type { SignInProblem, SignOutReason } from '../auth/sign-in-machine.ts';
import type { CouponProblem } from '../session/redeem-coupon.ts';
import { texts } from '../texts/texts.ts';
import { clockTimeFrom, dayAndTime } from './moments.ts';

interface LoginProblemProps {
  readonly problem: SignInProblem;
  /** Title of the project. */
  readonly title: string;
}

/** Says why somebody is on the login page for more than signing in. */
export function LoginProblem({ problem, title }: LoginProblemProps) {
  const { heading, explanation, detail } = describeProblem(problem, title);
  return (
    <div className="login-problem" role="alert">
      <h2>{heading}</h2>
      <p>{explanation}</p>
      {detail !== undefined && <p className="login-detail">{texts.technicalDetail(detail)}</p>}
    </div>
  );
}

interface Description {
  readonly heading: string;
  readonly explanation: string;
  /** For a line over a page that says the rest; absent: the explanation. */
  readonly brief?: string;
  readonly detail?: string | undefined;
}

export function describeProblem(problem: SignInProblem, title: string): Description {
  if ('clock' in problem && problem.clock) return describeClock(problem.clock, problem.detail);
  switch (problem.kind) {
    case 'rejected':
      if (problem.coupon) return describeCoupon(problem.coupon, title);
      if (problem.hasEnded)
        return { heading: texts.licenseEndedTitle, explanation: describeEnd(problem, title) };
      return problem.isInClass
        ? { heading: texts.rejectedTitle, explanation: texts.rejectedInClass(title) }
        : {
            heading: texts.rejectedTitle,
            explanation: texts.rejected(title),
            brief: texts.rejectedBrief(title),
          };
    case 'provider unreachable':
      return {
        heading: texts.providerUnreachableTitle,
        explanation: texts.providerUnreachable,
        detail: problem.detail,
      };
    case 'provider misconfigured':
      return {
        heading: texts.signInMisconfiguredTitle,
        explanation: texts.signInMisconfigured,
        detail: problem.detail,
      };
    case 'shell insecure':
      return { heading: texts.shellInsecureTitle, explanation: texts.shellInsecure };
    case 'popup closed':
      return {
        heading: texts.popupClosedTitle,
        explanation: texts.popupClosed,
        detail: problem.detail,
      };
    case 'popup blocked':
      return { heading: texts.popupBlockedTitle, explanation: texts.popupBlocked };
    case 'callback error':
      if ('isBeingErased' in problem)
        return {
          heading: texts.beingErasedTitle,
          explanation: texts.beingErased,
          detail: problem.detail,
        };
      if ('isCancelled' in problem)
        return {
          heading: texts.signInCancelledTitle,
          explanation: texts.signInCancelled,
          detail: problem.detail,
        };
      return {
        heading: texts.signInFailedTitle,
        explanation: texts.signInFailed,
        detail: problem.detail,
      };
    case 'signed out in another tab':
      return {
        heading: texts.signedOutElsewhereTitle,
        explanation: texts.signedOutElsewhere,
      };
    case 'sign-in asked anew':
      return { heading: texts.signInAnewTitle, explanation: texts.signInAnew };
    case 'token expired':
    case 'silent renew error':
      return {
        heading: texts.sessionEndedTitle,
        explanation: texts.sessionEnded,
        detail: problem.detail,
      };
    case 'called logout page':
      return { heading: texts.sessionEndedTitle, explanation: texts.sessionEnded };
  }
}

function describeEnd({ isOfClass, isInClass }: SignOutReason, title: string): string {
  if (!isOfClass) return texts.licenseEnded(title);
  return isInClass === false ? texts.leftClass(title) : texts.licenseOfClassEnded(title);
}

function describeClock({ shown, actual }: ClockFault, detail: string | undefined): Description {
  return {
    heading: texts.clockWrongTitle,
    explanation: texts.clockWrong(dayAndTime(shown), dayAndTime(actual)),
    detail,
  };
}

/** Non-breaking dashes keep a code in one line. */
const inOneLine = (code: string): string => code.replaceAll('-', '\u2011');

export function describeCoupon({ kind, code, retryAt }: CouponProblem, title: string): Description {
  switch (kind) {
    case 'unknown':
      return {
        heading: texts.couponUnknownTitle,
        explanation: texts.couponUnknown(inOneLine(code)),
      };
    case 'used':
      return { heading: texts.couponUsedTitle, explanation: texts.couponUsed };
    case 'withdrawn':
      return { heading: texts.couponWithdrawnTitle, explanation: texts.couponWithdrawn };
    case 'expired':
      return { heading: texts.couponExpiredTitle, explanation: texts.couponExpired };
    case 'needs group':
      return { heading: texts.couponNeedsGroupTitle, explanation: texts.couponNeedsGroup };
    case 'too many attempts':
      return {
        heading: texts.couponTooManyTitle,
        explanation:
          retryAt === undefined
            ? texts.couponTooManyForNow
            : texts.couponTooMany(clockTimeFrom(retryAt)),
      };
    case 'unavailable':
      return { heading: texts.couponUnavailableTitle, explanation: texts.couponUnavailable };
    case 'not needed':
      return { heading: texts.couponNotNeededTitle, explanation: texts.couponNotNeeded(title) };
    case 'other product':
      return {
        heading: texts.couponOtherProductTitle,
        explanation: texts.couponOtherProduct(title),
      };
    case 'license pending':
      return { heading: texts.licensePendingTitle, explanation: texts.licensePending };
  }
}
