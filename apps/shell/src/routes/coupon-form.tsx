import { useEffect } from 'react';
import { texts } from '../texts/texts.ts';
import { useCodeField } from './use-code-field.ts';

interface CouponFormProps {
  /** First text of the field. */
  readonly code: string | undefined;
  /** True where the entry cannot be a code, or looks mistyped: it is to be put right before anything else is done. */
  readonly isToMend: boolean;
  /** The field was just asked for. */
  readonly isFocused?: boolean;
  readonly onRedeem: (code: string) => void;
}

/** Takes the code of a coupon, in the form that the contract knows, or a class's: children do not know which one they have. */
export function CouponForm({ code = '', isToMend, isFocused = false, onRedeem }: CouponFormProps) {
  const { fault, noteId, input, read } = useCodeField(isToMend ? code : undefined);
  const { ref } = input;
  useEffect(() => {
    if (isFocused) ref.current?.focus();
  }, [isFocused, ref]);

  return (
    <form
      className="coupon"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const typed = read();
        if (typed !== undefined) onRedeem(typed);
      }}
    >
      <label htmlFor={input.id}>{texts.couponLabel}</label>
      <input {...input} autoCorrect="off" defaultValue={code} />
      <p id={noteId} className="coupon-note" aria-live="polite">
        {fault !== undefined && <span className="coupon-fault">{texts[faults[fault]]}</span>}
        <span>{texts.couponHint}</span>
      </p>
      <button className={isToMend ? 'button' : 'button button-quiet'} type="submit">
        {fault === 'doubtful' ? texts.couponSure : texts.couponRedeem}
      </button>
    </form>
  );
}

const faults = {
  missing: 'couponMissing',
  several: 'couponSeveral',
  malformed: 'couponMalformed',
  doubtful: 'couponDoubtful',
} as const;
