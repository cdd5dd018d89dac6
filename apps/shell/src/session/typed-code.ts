import { hasRightCheckSign, isCodeDoubtful } from '@lectern/contracts/calls/checked-code';
import { couponCodeMaximumLength } from '@lectern/contracts/calls/orders/coupon';

/** Codes as the services show them. */
const readable = /^(?:\w{4}-?){3}(?:\w{3,4})?$/;

/**
 * Longest text that a code is looked for in, in UTF-16 code units of NFKC, in which a sign may become eighteen: its words
 * take time that grows with their square.
 */
const typedMaximumLength = 2_000;

/** Stands between several codes; a text that is read as one has no space. */
export const severally = ', ';

/**
 * A code without what writing and copying add: the address that it stands in, signs that are not seen, punctuation around
 * it, labels with a colon, dashes that a word processor makes of hyphens, letters of full width. Spaces become dashes.
 * Further words are left out only where a check sign tells that the code has ended: publishers' codes are as long as they
 * like. Different codes are returned together, with {@link severally} between them, and so cannot be a code.
 *
 * @param parameters That an address carries such a code in.
 */
export function typedCode(typed: string, parameters: readonly string[] = []): string {
  const text = typed.length > typedMaximumLength ? typed : typed.normalize('NFKC');
  if (text.length > typedMaximumLength) return text.replaceAll(/\s+/g, '-');
  const parts = text.split(/\s+/).map((part) => {
    const query = new URLSearchParams(/[?&]([^#]*)/.exec(part)?.[1]);
    return { part, given: parameters.flatMap((name) => query.getAll(name)).filter(Boolean) };
  });
  const given = distinct(parts.flatMap((each) => each.given));
  const beside = parts.filter((each) => each.given.length === 0).map(({ part }) => part);
  const words = wordsOf(given.join(severally) || text);
  const unlabelled = withoutLabels(words);
  const first = checkedBeginning(words) ?? checkedBeginning(unlabelled) ?? checkedWord(words);
  const codes = codesIn([...words, ...(given.length > 0 ? wordsOf(beside.join(' ')) : [])], first);
  if (codes.length > 0) return codes.join(severally);
  const whole = withDashes(unlabelled);
  return withoutAround(whole.length > couponCodeMaximumLength ? unlabelled.join('') : whole);
}

function wordsOf(text: string): readonly string[] {
  return text
    .normalize('NFKC')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/(?!\p{White_Space})\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/:(?!\/\/)/g, ': ')
    .split(/\p{White_Space}+/u)
    .filter((word) => /[^-]/.test(word));
}

const isLabel = (word: string): boolean => word.endsWith(':');

/** The words after the first label, and after those that follow it at once. */
function withoutLabels(words: readonly string[]): readonly string[] {
  let start = words.findIndex(isLabel) + 1;
  while (start > 0 && isLabel(words[start] ?? '')) start += 1;
  return start < words.length ? words.slice(start) : words;
}

/**
 * Different codes of a text, as far as check signs tell them: the first, and what else is one or looks like one
 * mistyped; without a first one only several, since groups of a publisher's longer code may look like one.
 */
function codesIn(words: readonly string[], first: string | undefined): readonly string[] {
  const groups = words.join(' ').match(/[\p{L}\p{N}-]*[\p{L}\p{N}]/gu) ?? [];
  const checked = takeCodes(groups, hasRightCheckSign);
  const similar = takeCodes(
    groups,
    (code, isOneWord) =>
      /\d\p{L}|\p{L}\d/u.test(code) &&
      ((code.includes('-') && readable.test(code)) || (isOneWord && isCodeDoubtful(code))),
  );
  const codes = [...checked, ...similar];
  if (first !== undefined) return distinct([first, ...codes]);
  const areSeveral = words.filter(isLabel).length > 1 ? codes.length > 1 : checked.length > 1;
  return areSeveral ? distinct(codes) : [];
}

/** Cuts out of the groups what is shown in fours, or without dashes, and is a code; the longest each time. */
function takeCodes(
  groups: string[],
  isCode: (code: string, isOneWord: boolean) => boolean,
): readonly string[] {
  const codes: string[] = [];
  for (let start = 0; start < groups.length; start += 1) {
    for (const length of [4, 3, 2, 1]) {
      const code = withDashes(groups.slice(start, start + length)).replace(/^-/, '');
      if (!isCode(code, length === 1)) continue;
      codes.push(code);
      // No code goes over the gap.
      groups.splice(start, length, ',');
      break;
    }
  }
  return codes;
}

/** The first of each that have the same signs. */
function distinct(codes: readonly string[]): readonly string[] {
  const signs = codes.map(signsOf);
  return codes.filter((_code, index) => signs.indexOf(signs[index]!) === index);
}

/** The longest beginning that a right check sign ends. */
function checkedBeginning(words: readonly string[]): string | undefined {
  const [first = ''] = words;
  const checked = words
    .map((_word, index) => withDashes(words.slice(0, index + 1)))
    .findLast((beginning, index) => {
      const next = words[index + 1];
      const isFollowed =
        // By a second code, or by a further group of the same one.
        beginning.endsWith(',') ||
        (next !== undefined && signsOf(next).length === signsOf(first).length);
      return !isFollowed && hasRightCheckSign(withoutAround(beginning));
    });
  return checked && withoutAround(checked);
}

/** A word of a sentence that a right check sign ends; with a digit or a dash, since other words are as long. */
function checkedWord(words: readonly string[]): string | undefined {
  return words.map(withoutAround).find((word) => /[\d-]/.test(word) && hasRightCheckSign(word));
}

/** One that was typed between two words is not doubled. */
const withDashes = (words: readonly string[]): string => words.join('-').replaceAll(/-{2,}/g, '-');

const signsOf = (word: string): string => word.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase();

function withoutAround(code: string): string {
  const read = code.replaceAll(/^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu, '');
  return readable.test(read) ? read : code;
}
