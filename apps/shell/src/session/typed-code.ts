import { hasRightCheckSign } from '@lectern/contracts/calls/checked-code';
import { couponCodeMaximumLength } from '@lectern/contracts/calls/orders/coupon';

/** Codes as the services show them. */
const readable = /^(?:\w{4}-?){3}(?:\w{3,4})?$/;

/** Longest text that a code is looked for in, in UTF-16 code units: its words take time that grows with their square. */
const typedMaximumLength = 2_000;

/**
 * A code without what writing and copying add: the address that it stands in, signs that are not seen, punctuation around
 * it, a label with a colon, dashes that a word processor makes of hyphens, letters of full width. Spaces become dashes.
 * Further words are left out only where a check sign tells that the code has ended: publishers' codes are as long as they
 * like.
 *
 * @param parameters That an address carries such a code in.
 */
export function typedCode(typed: string, parameters: readonly string[] = []): string {
  if (typed.length > typedMaximumLength) return typed;
  const query = new URLSearchParams(/[?&]([^#\s]*)/.exec(typed)?.[1]);
  const words = (parameters.map((name) => query.get(name)).find(Boolean) ?? typed)
    .normalize('NFKC')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/(?!\p{White_Space})\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/:(?!\/\/)/g, ': ')
    .split(/\p{White_Space}+/u)
    .filter((word) => /[^-]/.test(word));
  const afterLabel = words.slice(words.findIndex((word) => word.endsWith(':')) + 1);
  const unlabelled = afterLabel.length > 0 ? afterLabel : words;
  const whole = withDashes(unlabelled);
  return withoutAround(
    checkedBeginning(words) ??
      checkedBeginning(unlabelled) ??
      (whole.length > couponCodeMaximumLength ? unlabelled.join('') : whole),
  );
}

/** The longest beginning that a right check sign ends. */
function checkedBeginning(words: readonly string[]): string | undefined {
  const [first = ''] = words;
  return words
    .map((_word, index) => withDashes(words.slice(0, index + 1)))
    .findLast((beginning, index) => {
      const next = words[index + 1];
      const isFollowed =
        // By a second code, or by a further group of the same one.
        beginning.endsWith(',') || (next !== undefined && signsIn(next) === signsIn(first));
      return !isFollowed && hasRightCheckSign(withoutAround(beginning));
    });
}

/** One that was typed between two words is not doubled. */
const withDashes = (words: readonly string[]): string => words.join('-').replaceAll(/-{2,}/g, '-');

const signsIn = (word: string): number => word.replaceAll(/[^\p{L}\p{N}]/gu, '').length;

function withoutAround(code: string): string {
  const read = code.replaceAll(/^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu, '');
  return readable.test(read) ? read : code;
}
