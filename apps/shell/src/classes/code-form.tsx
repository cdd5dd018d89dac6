import { useState } from 'react';
import { describeCoupon } from '../routes/login-problem.tsx';
import { lastDay } from '../routes/moments.ts';
import { useCodeField } from '../routes/use-code-field.ts';
import type { RedeemedCoupon } from '../session/coupon-confirmation.ts';
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

const faults = {
  missing: 'codeMissing',
  several: 'codeSeveral',
  malformed: 'codeMalformed',
  doubtful: 'codeDoubtful',
} as const;

/** Takes a code of either kind: people do not know which one they have. */
export function CodeForm({ source, title, redeem, onJoined, onRedeemed }: CodeFormProps) {
  const texts = useTexts();
  const { fault, noteId, input, read } = useCodeField();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Fault | CouponProblem | RedeemedCoupon>();

  async function use(): Promise<void> {
    if (isBusy) return;
    const code = read();
    setOutcome(undefined);
    if (code === undefined) return;
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
      <label htmlFor={input.id}>{texts.code}</label>
      <input {...input} autoCorrect="off" className="classes-code-field" />
      <p id={noteId} className="classes-note" aria-live="polite">
        {fault && <span className="classes-fault">{`${texts[faults[fault]]} `}</span>}
        <span>{texts.codeHint}</span>
      </p>
      <button className="button" type="submit" aria-disabled={isBusy}>
        {fault === 'doubtful' ? texts.useAnyway : texts.use}
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
      {`${heading}. ${explanation}`}
    </p>
  );
}
