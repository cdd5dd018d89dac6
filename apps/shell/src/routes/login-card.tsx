import {
  couponCodeForm,
  isCodeDoubtful,
  joinCodeForm,
  type CodeForm,
} from '@lectern/contracts/calls/checked-code';
import { useState } from 'react';
import { Button } from '../button.tsx';
import { isStartProblem, type SignInProblem } from '../auth/sign-in-machine.ts';
import type { Configuration } from '../configuration.ts';
import type { ConsentDoor } from '../consent/consent-door.ts';
import { forgetCoupon, readCouponCode } from '../session/kept-coupon.ts';
import { forgetJoinCode, isLikeJoinCode, keepJoinCode } from '../session/kept-join-code.ts';
import type { CouponProblem } from '../session/redeem-coupon.ts';
import type { SessionControl } from '../session/session-control.ts';
import { texts } from '../texts/texts.ts';
import { CookieSettings } from './cookie-settings.tsx';
import { CouponForm } from './coupon-form.tsx';
import { LoginProblem } from './login-problem.tsx';
import { UndeliveredNote } from './undelivered-note.tsx';
import './login.css';

/** Parts of the shell that the page works with. */
export interface LoginCardPageProps {
  readonly configuration: Pick<Configuration, 'project'>;
  readonly control: SessionControl;
  readonly consent: ConsentDoor;
}

interface LoginCardProps extends LoginCardPageProps {
  /** Why the user is here, if it is for more than signing in. */
  readonly problem: SignInProblem | undefined;
  /** Code of a coupon that the page was opened with, well-formed or not. */
  readonly coupon: string | undefined;
  /** Code of a class that the page was opened with. */
  readonly joinCode: string | undefined;
  /** The field for a code was asked for before. */
  readonly isTyping?: boolean;
}

/**
 * The shell's own login page: a single button to sign in, and what else a user may need who was rejected, or
 * came with a code that cannot be one.
 */
export function LoginCard({
  problem,
  coupon,
  joinCode,
  isTyping: wasTyping = false,
  configuration,
  control,
  consent,
}: LoginCardProps) {
  const { title, favicon } = configuration.project;
  const keptCode = coupon === undefined ? undefined : readCouponCode(coupon);
  const isMalformed = coupon !== undefined && keptCode === undefined;
  const rejection = problem?.kind === 'rejected' ? problem : undefined;
  const isPending = rejection?.coupon?.kind === 'license pending';
  const [isTyping, setTyping] = useState(wasTyping);
  const refusedCode = codeToMend(rejection?.coupon);
  // The field has one code, and a coupon counts for more; the other one stays kept.
  const isCouponInField = isMalformed || isDoubtful(keptCode, couponCodeForm);
  const isClassInField =
    !isCouponInField && refusedCode === undefined && isDoubtful(joinCode, joinCodeForm);
  const isToMend = isCouponInField || isClassInField;
  const isMissing = isToMend || (rejection !== undefined && !isPending);
  const offersCoupon = isMissing || isTyping;
  const signIn = (
    <Button
      isQuiet={isToMend}
      onClick={() => {
        // A code in the field counts by the field's own button alone.
        if (isClassInField) forgetJoinCode();
        if (isCouponInField && !isMalformed) forgetCoupon();
        void control.startSignIn();
      }}
    >
      {texts.signIn}
    </Button>
  );
  return (
    <main className="login">
      <div className="login-card">
        <img className="login-mark" src={favicon} alt="" width="56" height="56" />
        <h1>{title}</h1>
        {problem ? (
          <LoginProblem problem={problem} title={title} />
        ) : (
          <p>{texts.signInInvitation}</p>
        )}
        {joinCode !== undefined && !isClassInField && (
          <p>
            <span>{isDoubtful(joinCode, joinCodeForm) ? texts.joinDoubtful : texts.joinKept}</span>{' '}
            <strong className="login-code">{joinCode}</strong>
          </p>
        )}
        {keptCode !== undefined && !isCouponInField && (
          <p>
            {texts.couponKept} <strong className="login-code">{keptCode}</strong>
          </p>
        )}
        {/* A code that is to be put right comes first; after a purchase meanwhile signing in is enough. */}
        {!isToMend && signIn}
        {offersCoupon && !isToMend && <p className="login-or">{texts.or}</p>}
        {offersCoupon && (
          <CouponForm
            code={isClassInField ? joinCode : (coupon ?? refusedCode)}
            isToMend={isToMend}
            isFocused={isTyping}
            onRedeem={(code) => {
              if (isClassInField) forgetJoinCode();
              // The coupon of the address has the one place for coupons.
              const isBeside = isClassInField && keptCode !== undefined && isLikeJoinCode(code);
              if (isBeside) keepJoinCode(code);
              void control.startSignIn(isBeside ? undefined : code);
            }}
          />
        )}
        {/* Somebody who has a code need not be turned away first. */}
        {!offersCoupon && keptCode === undefined && !isPending && (
          <Button isQuiet onClick={() => setTyping(true)}>
            {texts.haveCode}
          </Button>
        )}
        {isToMend && <p className="login-or">{texts.or}</p>}
        {isToMend && signIn}
        {/* Otherwise the next person at this computer is signed in as the one before. */}
        {problem && !isStartProblem(problem) && (
          <Button isQuiet onClick={() => void control.startSignInAsOther()}>
            {texts.signInAsOther}
          </Button>
        )}
        <UndeliveredNote />
      </div>
      <CookieSettings consent={consent} />
    </main>
  );
}

function isDoubtful(code: string | undefined, form: CodeForm): boolean {
  return code !== undefined && isCodeDoubtful(code, form);
}

/** A code stays in the field while it may be typed better, or tried again, by somebody else as well. */
function codeToMend(problem: CouponProblem | undefined): string | undefined {
  return problem && mendable.has(problem.kind) ? problem.code : undefined;
}

const mendable: ReadonlySet<CouponProblem['kind']> = new Set([
  'unknown',
  'too many attempts',
  'unavailable',
  'needs group',
]);
