/*
 * Codes of coupons and classes that the services make. Their last sign is a check sign, so that a field can tell most
 * typing errors without a request. Codes that publishers give, and those of before the check sign, have none.
 */

/** How codes of one kind are made. */
export interface CodeForm {
  readonly signs: string;
  /** With the check sign. */
  readonly length: number;
  /** Of the codes before the check sign, where these are told from newer ones. */
  readonly formerLength?: number;
  /** Adds, and doubles, places of signs. For two signs x ≠ y, 2x ≠ 2y and x + 2y ≠ y + 2x. */
  readonly add: (a: number, b: number) => number;
  readonly double: (a: number) => number;
}

/**
 * No signs that look alike (0 O, 1 I L, 2 Z, 5 S, 8 B, U V), and no vowels, which would make words. 14 of 21 signs are 61
 * bits, so that guessing meets no code.
 */
export const couponCodeForm: CodeForm = {
  signs: '34679CDFGHJKMNPQRTWXY',
  length: 15,
  formerLength: 16,
  add: (a, b) => (a + b) % 21,
  double: (a) => (2 * a) % 21,
};

/**
 * Without 0 and O, 1 and I. 11 of 32 signs are 55 bits: with ten attempts a minute an account needs thousands of years
 * for one of a million codes, and each is open for a month.
 */
export const joinCodeForm: CodeForm = {
  signs: '23456789ABCDEFGHJKLMNPQRSTUVWXYZ',
  length: 12,
  // Remainders of an even number have no such double: the field of 32 elements (x⁵ + x² + 1) has.
  add: (a, b) => a ^ b,
  double: (a) => (2 * a) ^ (a < 16 ? 0 : 0b100101),
};

/** True where the check sign is right: not where one sign is another one, or two neighbours have changed places. */
function isRight({ signs, add, double }: CodeForm, code: string): boolean {
  const places = Array.from(code, (sign) => signs.indexOf(sign));
  return places.reduce((sum, place, index) => add(sum, index % 2 ? double(place) : place), 0) === 0;
}

/** A code of random signs, one fewer than codes of this form have. */
export function withCheckSign(form: CodeForm, random: string): string {
  return Array.from(form.signs, (sign) => random + sign).find((code) => isRight(form, code))!;
}

function isDoubtfulAs(form: CodeForm, code: string): boolean {
  const { signs, length, formerLength = length } = form;
  const foreign = Array.from(code).filter((sign) => !signs.includes(sign)).length;
  if (foreign > 0) return foreign <= 2 && code.length >= length && code.length <= formerLength;
  if (code.length === length) return !isRight(form, code);
  return (
    code.length !== formerLength && code.length >= length - 1 && code.length <= formerLength + 1
  );
}

/** True for as many of its signs as codes of this form have, in capitals and without dashes. */
export function hasForm({ signs, length }: CodeForm, code: string): boolean {
  return code.length === length && Array.from(code).every((sign) => signs.includes(sign));
}

/** Dashes, and capitals, do not count. */
const signsOf = (typed: string): string => typed.replaceAll('-', '').toUpperCase();

/** True for a code that a service has made, of either kind; for one in 21 or 32 of the same length, too. */
export function hasRightCheckSign(typed: string): boolean {
  const code = signsOf(typed);
  return [couponCodeForm, joinCodeForm].some((form) => hasForm(form, code) && isRight(form, code));
}

/** The dashes of a class's code as it is shown, even where a sign is missing or doubled. */
const likeJoinCode = /^\w{3,5}-\w{3,5}-\w{1,5}(-\w)?$/;

/**
 * True where a code is close to one that a service makes, but is none: probably a typing error. Only a hint:
 * publishers give codes of their own.
 *
 * @param typed in any case, with or without dashes
 * @param form Absent: typed, and of either kind. Publishers' codes have twelve signs, too: some are asked about in vain.
 *   Other lengths, and signs that a class's has not, are doubted only with its dashes.
 */
export function isCodeDoubtful(typed: string, form?: CodeForm): boolean {
  const code = signsOf(typed);
  if (form) return isDoubtfulAs(form, code);
  return (
    isDoubtfulAs(couponCodeForm, code) ||
    (hasForm(joinCodeForm, code) && !isRight(joinCodeForm, code)) ||
    (likeJoinCode.test(typed) && isDoubtfulAs(joinCodeForm, code))
  );
}
