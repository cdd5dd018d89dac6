import { isCouponCodeDoubtful } from '@lectern/contracts/calls/orders/coupon-code';
import { useEffect, useId, useRef, useState } from 'react';
import { readCouponCode } from '../session/kept-coupon.ts';
import { texts } from '../texts/texts.ts';

interface CouponFormProps {
  /** First text of the field. */
  readonly code: string | undefined;
  /** True where the entry cannot be a code: it is to be put right before anything else is done. */
  readonly isMalformed: boolean;
  /** The field was just asked for. */
  readonly isFocused?: boolean;
  readonly onRedeem: (code: string) => void;
}

/**
 * Takes the code of a coupon, in the form that the contract knows, or a class's: children do not know which one they
 * have. What looks like a typing error is asked about before a sign-in, once.
 */
export function CouponForm({
  code = '',
  isMalformed,
  isFocused = false,
  onRedeem,
}: CouponFormProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState(isMalformed ? faultOf(code) : undefined);
  useEffect(() => {
    if (isFocused) field.current?.focus();
  }, [isFocused]);

  function redeem(): void {
    const typed = field.current?.value.trim() ?? '';
    const read = readCouponCode(typed);
    const isDoubtful =
      read !== undefined && isCouponCodeDoubtful(read) && fault !== texts.couponDoubtful;
    if (read !== undefined && !isDoubtful) return onRedeem(read);
    setFault(isDoubtful ? texts.couponDoubtful : faultOf(typed));
    field.current?.focus();
  }

  return (
    <form
      className="coupon"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        redeem();
      }}
    >
      <label htmlFor={id}>{texts.couponLabel}</label>
      <input
        ref={field}
        id={id}
        defaultValue={code}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        onChange={() => fault === texts.couponDoubtful && setFault(undefined)}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-note`}
      />
      <p id={`${id}-note`} className="coupon-note" aria-live="polite">
        {fault !== undefined && <span className="coupon-fault">{fault}</span>}
        <span>{texts.couponHint}</span>
      </p>
      <button className={isMalformed ? 'button' : 'button button-quiet'} type="submit">
        {fault === texts.couponDoubtful ? texts.couponSure : texts.couponRedeem}
      </button>
    </form>
  );
}

/** Fault of a typed text that cannot be a code. */
function faultOf(typed: string): string {
  if (typed === '') return texts.couponMissing;
  return typed.includes(',') ? texts.couponSeveral : texts.couponMalformed;
}
