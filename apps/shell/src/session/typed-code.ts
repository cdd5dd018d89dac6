import { hasRightCheckSign } from '@lectern/contracts/calls/checked-code';
import { couponCodeMaximumLength } from '@lectern/contracts/calls/orders/coupon';

/** Codes as the services show them. */
const readable = /^(?:\w{4}-?){3}(?:\w{3,4})?$/;

/**
 * A code without what writing and copying add: the address that it stands in, signs that are not seen, punctuation at its
 * end, dashes that a word processor makes of hyphens, letters of full width. Spaces become dashes. Further words are left
 * out only where a check sign tells that the code has ended: publishers' codes are as long as they like.
 *
 * @param parameters That an address carries such a code in.
 */
export function typedCode(typed: string, parameters: readonly string[] = []): string {
  const query = new URLSearchParams(/[?&]([^#\s]*)/.exec(typed)?.[1]);
  const words = (parameters.map((name) => query.get(name)).find(Boolean) ?? typed)
    .normalize('NFKC')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/(?!\p{White_Space})\p{Default_Ignorable_Code_Point}/gu, '')
    .split(/\p{White_Space}+/u)
    .filter((word) => /[^-]/.test(word));
  const [first = ''] = words;
  const made = words
    .map((_word, index) => withDashes(words.slice(0, index + 1)))
    .findLast((beginning, index) => {
      const next = words[index + 1];
      const isFollowed =
        // By a second code, or by a further group of the same one.
        beginning.endsWith(',') || (next !== undefined && signsIn(next) === signsIn(first));
      return !isFollowed && hasRightCheckSign(withoutEnd(beginning));
    });
  const whole = withDashes(words);
  return withoutEnd(made ?? (whole.length > couponCodeMaximumLength ? words.join('') : whole));
}

/** One that was typed between two words is not doubled. */
const withDashes = (words: readonly string[]): string => words.join('-').replaceAll(/-{2,}/g, '-');

const signsIn = (word: string): number => word.replaceAll(/[^\p{L}\p{N}]/gu, '').length;

function withoutEnd(code: string): string {
  const read = code.replace(/[\p{P}\p{S}]+$/u, '');
  return readable.test(read) ? read : code;
}
