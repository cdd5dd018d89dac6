import { isCouponCodeDoubtful } from '@lectern/contracts/calls/orders/coupon-code';
import { useId, useRef, useState, type InputHTMLAttributes, type RefObject } from 'react';
import { readEitherCode } from '../session/kept-coupon.ts';

export type CodeFault = 'missing' | 'several' | 'malformed' | 'doubtful';

interface CodeField {
  readonly fault: CodeFault | undefined;
  readonly noteId: string;
  /** Of the field itself. */
  readonly input: InputHTMLAttributes<HTMLInputElement> & {
    readonly id: string;
    readonly ref: RefObject<HTMLInputElement | null>;
  };
  /** @returns the code in the field; nothing where the field says what is wrong with it. */
  readonly read: () => string | undefined;
}

/**
 * A field for the code of a coupon or a class. What looks like a typing error is asked about before it is used, once.
 *
 * @param malformed Its first text, where that cannot be a code.
 */
export function useCodeField(malformed?: string): CodeField {
  const id = useId();
  const noteId = `${id}-note`;
  const ref = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState(malformed === undefined ? undefined : faultOf(malformed));
  return {
    fault,
    noteId,
    input: {
      ref,
      id,
      autoComplete: 'off',
      autoCapitalize: 'characters',
      spellCheck: false,
      'aria-invalid': fault !== undefined,
      'aria-describedby': noteId,
      onChange: () => fault === 'doubtful' && setFault(undefined),
    },
    read() {
      const typed = ref.current?.value.trim() ?? '';
      const code = readEitherCode(typed);
      const isDoubtful = code !== undefined && isCouponCodeDoubtful(code) && fault !== 'doubtful';
      const next = code === undefined ? faultOf(typed) : isDoubtful ? 'doubtful' : undefined;
      setFault(next);
      if (next === undefined) return code;
      ref.current?.focus();
      return undefined;
    },
  };
}

/** Fault of a typed text that cannot be a code. */
function faultOf(typed: string): CodeFault {
  if (typed === '') return 'missing';
  return typed.includes(',') ? 'several' : 'malformed';
}
