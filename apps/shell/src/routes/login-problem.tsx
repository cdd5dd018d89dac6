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
  const withDetail = (heading: string, explanation: string): Description => ({
    heading,
    explanation,
    detail: problem.detail,
  });
  if ('clock' in problem && problem.clock) {
    const { shown, actual } = problem.clock;
    return withDetail(
      texts.clockWrongTitle,
      texts.clockWrong(dayAndTime(shown), dayAndTime(actual)),
    );
  }
  switch (problem.kind) {
    case 'rejected':
      if (problem.coupon) return describeCoupon(problem.coupon, title);
      if (problem.hasEnded) return describeEnd(problem, title);
      return problem.isInClass
        ? { heading: texts.rejectedTitle, explanation: texts.rejectedInClass(title) }
        : {
            heading: texts.rejectedTitle,
            explanation: texts.rejected(title),
            brief: texts.rejectedBrief(title),
          };
    case 'provider unreachable':
      return withDetail(texts.providerUnreachableTitle, texts.providerUnreachable);
    case 'provider misconfigured':
      return withDetail(texts.signInMisconfiguredTitle, texts.signInMisconfigured);
    case 'shell insecure':
      return { heading: texts.shellInsecureTitle, explanation: texts.shellInsecure };
    case 'popup closed':
      return withDetail(texts.popupClosedTitle, texts.popupClosed);
    case 'popup blocked':
      return { heading: texts.popupBlockedTitle, explanation: texts.popupBlocked };
    case 'callback error':
      if ('isBeingErased' in problem) return withDetail(texts.beingErasedTitle, texts.beingErased);
      if ('isCancelled' in problem)
        return withDetail(texts.signInCancelledTitle, texts.signInCancelled);
      return withDetail(texts.signInFailedTitle, texts.signInFailed);
    case 'signed out in another tab':
      return { heading: texts.signedOutElsewhereTitle, explanation: texts.signedOutElsewhere };
    case 'sign-in asked anew':
      return { heading: texts.signInAnewTitle, explanation: texts.signInAnew };
    case 'token expired':
    case 'silent renew error':
      return withDetail(texts.sessionEndedTitle, texts.sessionEnded);
    case 'called logout page':
      return { heading: texts.sessionEndedTitle, explanation: texts.sessionEnded };
  }
}

function describeEnd(
  { isOfClass, isInClass, isTeacher }: SignOutReason,
  title: string,
): Description {
  if (isInClass === false)
    return { heading: texts.leftClassTitle, explanation: texts.leftClass(title) };
  // The class's licence may hold on: no service tells whether the teacher was removed from a colleague's class.
  if (isOfClass && isTeacher)
    return { heading: texts.rejectedTitle, explanation: texts.licenseToTeacherEnded(title) };
  return {
    heading: texts.licenseEndedTitle,
    explanation: (isOfClass ? texts.licenseOfClassEnded : texts.licenseEnded)(title),
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
