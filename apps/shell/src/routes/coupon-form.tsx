import { useId, useRef, useState } from 'react';
import { readCouponCode } from '../session/kept-coupon.ts';
import { texts } from '../texts.ts';

interface CouponFormProps {
  /** What stands in the field at first. */
  readonly code: string | undefined;
  /** Whether that cannot be a code. */
  readonly isMalformed: boolean;
  readonly onRedeem: (code: string) => void;
}

/** Takes the code of a coupon, in the form that the contract knows. */
export function CouponForm({ code = '', isMalformed, onRedeem }: CouponFormProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState(isMalformed ? texts.couponMalformed : undefined);

  function redeem(): void {
    const typed = field.current?.value.trim() ?? '';
    const read = readCouponCode(typed);
    if (read !== undefined) return onRedeem(read);
    setFault(typed === '' ? texts.couponMissing : texts.couponMalformed);
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
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-note`}
      />
      <p id={`${id}-note`} className={fault ? 'coupon-fault' : 'coupon-hint'} aria-live="polite">
        {fault ?? texts.couponHint}
      </p>
      <button className="button" type="submit">
        {texts.couponRedeem}
      </button>
    </form>
  );
}
