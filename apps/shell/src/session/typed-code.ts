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
  const givenBy = (part: string) => {
    const query = new URLSearchParams(/[?&]([^#]*)/.exec(part)?.[1]);
    return parameters.flatMap((name) => query.getAll(name)).filter(Boolean);
  };
  const parts = text.split(/\s+/);
  const given = distinct(parts.flatMap(givenBy)).join(severally);
  const beside = parts.filter((part) => givenBy(part).length === 0).join(' ');
  const line = lineOf(given || text);
  // Text after the first label, and others at once.
  const unlabelled = line.replace(/^.*?: (?:\S*: )*/, '');
  const codes = codesIn(lineOf(`${given}; ${beside}`), [line, unlabelled].map(signsOf));
  if (codes.length > 0) return codes.join(severally);
  const whole = unlabelled.replaceAll(/[ -]+/g, '-');
  if (whole.length > couponCodeMaximumLength) return unlabelled.replaceAll(' ', '');
  const within = whole.replaceAll(/^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu, '');
  return readable.test(within) ? within : whole;
}

function lineOf(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\p{Pd}\u2212]+/gu, '-')
    .replaceAll(/(?!\p{White_Space})\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/:(?!\/\/)/g, ': ')
    .split(/\p{White_Space}+/u)
    .filter((word) => /[^-]/.test(word))
    .join(' ');
}

/**
 * Different codes of a line, as far as check signs tell them: what is one, and what looks like one mistyped. A single one
 * is one word or stands at a beginning, and groups that look like one may be of a publisher's longer code.
 *
 * @param beginnings Signs of which the first ones may be a code.
 */
function codesIn(line: string, beginnings: readonly string[]): readonly string[] {
  const groups = line.match(/[\p{L}\p{N}]+(?:[-@=][\p{L}\p{N}]+)*|[,;]/gu) ?? [];
  const checked = takeCodes(groups, hasRightCheckSign);
  const similar = takeCodes(
    groups,
    (code, isOneWord) =>
      /\d\p{L}|\p{L}\d/u.test(code) &&
      ((code.includes('-') && readable.test(code)) || (isOneWord && isCodeDoubtful(code))),
  );
  const found = [...checked, ...similar];
  const areLabelled = (line.match(/:(?= |$)/g) ?? []).length > 1;
  const isOne = checked.some(
    ({ code, isFollowed, isOneWord }) =>
      !isFollowed &&
      // Words of a sentence may be as long.
      ((isOneWord && /[\d-]/.test(code)) ||
        beginnings.some((signs) => signs.startsWith(signsOf(code)))),
  );
  const areSeveral = (areLabelled ? found : checked).length > 1;
  return isOne || areSeveral ? distinct(found.map(({ code }) => code)) : [];
}

interface TakenCode {
  readonly code: string;
  readonly isFollowed: boolean;
  readonly isOneWord: boolean;
}

/** Cuts out of the groups what is shown in fours, or without dashes, and is a code; the longest each time. */
function takeCodes(groups: string[], isCode: (code: string, isOneWord: boolean) => boolean) {
  const taken: TakenCode[] = [];
  for (let start = 0; start < groups.length; start += 1) {
    const codeOf = (length: number) => groups.slice(start, start + length).join('-');
    const lengths = [4, 3, 2, 1].filter((length) => start + length <= groups.length);
    const length = lengths.find((each) => isCode(codeOf(each), each === 1));
    if (length === undefined) continue;
    // By a second code, or by a further group of the same one.
    const [next, first] = [groups[start + length], groups[start]!];
    const isFollowed = next === ',' || signsOf(next ?? '').length === signsOf(first).length;
    taken.push({ code: codeOf(length), isFollowed, isOneWord: length === 1 });
    // No code goes over the gap.
    groups.splice(start, length, ',');
  }
  return taken;
}

/** The first of each that have the same signs. */
function distinct(codes: readonly string[]): readonly string[] {
  const signs = codes.map(signsOf);
  return codes.filter((_code, index) => signs.indexOf(signs[index]!) === index);
}

const signsOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase();
