import { isCodeDoubtful } from '@lectern/contracts/calls/checked-code';
import { useId, useRef, useState, type InputHTMLAttributes, type RefObject } from 'react';
import { hasSeveralCodes, readEitherCode } from '../session/kept-coupon.ts';

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
 * @param given Its first text, where something is wrong with that.
 */
export function useCodeField(given?: string): CodeField {
  const id = useId();
  const noteId = `${id}-note`;
  const ref = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState(given === undefined ? undefined : faultOf(given));
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
      const found = faultOf(typed);
      const next = found === 'doubtful' && fault === found ? undefined : found;
      setFault(next);
      if (next === undefined) return code;
      ref.current?.focus();
      return undefined;
    },
  };
}

function faultOf(typed: string): CodeFault | undefined {
  const code = readEitherCode(typed);
  if (code !== undefined) return isCodeDoubtful(code) ? 'doubtful' : undefined;
  if (typed === '') return 'missing';
  return hasSeveralCodes(typed) ? 'several' : 'malformed';
}
