import { isCouponCodeDoubtful } from '@lectern/contracts/calls/orders/coupon-code';
import { useId, useRef, useState } from 'react';
import { describeCoupon } from '../routes/login-problem.tsx';
import { lastDay } from '../routes/moments.ts';
import type { RedeemedCoupon } from '../session/coupon-confirmation.ts';
import { readCouponCode } from '../session/kept-coupon.ts';
import { isLikeJoinCode } from '../session/kept-join-code.ts';
import type { CouponProblem } from '../session/redeem-coupon.ts';
import type { ClassEntry, ClassesSource } from './classes-source.ts';
import { faultOf, type Fault } from './faults.ts';
import { useTexts } from './texts-context.ts';

interface CodeFormProps {
  readonly source: Pick<ClassesSource, 'join'>;
  /** Of the publication. */
  readonly title: string;
  readonly redeem: (code: string) => Promise<CouponProblem | RedeemedCoupon>;
  readonly onJoined: (joined: ClassEntry) => void;
  readonly onRedeemed: () => void;
}

type FieldFault = 'codeMissing' | 'codeMalformed' | 'codeDoubtful';

/** Takes a code of either kind: people do not know which one they have. */
export function CodeForm({ source, title, redeem, onJoined, onRedeemed }: CodeFormProps) {
  const texts = useTexts();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<FieldFault>();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Fault | CouponProblem | RedeemedCoupon>();

  async function use(): Promise<void> {
    if (isBusy) return;
    const typed = field.current?.value.trim() ?? '';
    const code = readCouponCode(typed);
    const isDoubtful = code !== undefined && isCouponCodeDoubtful(code);
    setOutcome(undefined);
    if (code === undefined || (isDoubtful && fault !== 'codeDoubtful')) {
      setFault(isDoubtful ? 'codeDoubtful' : typed === '' ? 'codeMissing' : 'codeMalformed');
      field.current?.focus();
      return;
    }
    setFault(undefined);
    setBusy(true);
    setOutcome(await useCode(code));
    setBusy(false);
  }

  /** A class's code first where it has that form: asking changes nothing for a coupon. */
  async function useCode(
    code: string,
  ): Promise<Fault | CouponProblem | RedeemedCoupon | undefined> {
    if (isLikeJoinCode(code)) {
      try {
        onJoined(await source.join(code));
        return undefined;
      } catch (error) {
        const joining = faultOf(error);
        if (joining !== 'codeUnknown') return joining;
      }
    }
    const redeemed = await redeem(code);
    if (redeemed.kind === 'redeemed') onRedeemed();
    return redeemed.kind === 'unknown' ? 'codeUnknown' : redeemed;
  }

  return (
    <form
      className="classes-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void use();
      }}
    >
      <label htmlFor={id}>{texts.code}</label>
      <input
        ref={field}
        id={id}
        className="classes-code-field"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-note`}
        onChange={() => fault === 'codeDoubtful' && setFault(undefined)}
      />
      <p id={`${id}-note`} className="classes-note" aria-live="polite">
        {fault && <span className="classes-fault">{texts[fault]} </span>}
        {texts.codeHint}
      </p>
      <button className="button" type="submit" aria-disabled={isBusy}>
        {fault === 'codeDoubtful' ? texts.useAnyway : texts.use}
      </button>
      <CodeOutcome outcome={outcome} title={title} />
    </form>
  );
}

interface CodeOutcomeProps {
  readonly outcome: Fault | CouponProblem | RedeemedCoupon | undefined;
  readonly title: string;
}

function CodeOutcome({ outcome, title }: CodeOutcomeProps) {
  const texts = useTexts();
  if (outcome === undefined) return <output className="classes-done" />;
  if (typeof outcome === 'string')
    return (
      <p className="classes-fault" role="alert">
        {texts.faults[outcome]}
      </p>
    );
  if (outcome.kind === 'redeemed')
    return (
      <output className="classes-done">
        {outcome.validUntil === undefined
          ? texts.redeemed
          : texts.redeemedUntil(lastDay(Date.parse(outcome.validUntil)))}
      </output>
    );
  const { heading, explanation } = describeCoupon(outcome, title);
  return (
    <p className="classes-fault" role="alert">
      {heading}. {explanation}
    </p>
  );
}
