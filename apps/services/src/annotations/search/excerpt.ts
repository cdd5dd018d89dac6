import { weights, type Clue } from './clues.ts';
import type { Found } from './question.ts';
import { keysOf, tokensOf, type Token, type Word } from './words.ts';

/** A piece of plain text, and what to emphasize in it, in UTF-16 code units. */
export interface Excerpt {
  readonly excerpt: string;
  readonly matches: { readonly start: number; readonly end: number }[];
}

/** Greatest length of an excerpt, and of its part before the first word found. */
const maximumLength = 500;
const usualLength = 320;
const lengthBefore = 100;

/** Marks that open a sentence before its first word, and close it after its last one. */
const startMark = /[„“«"'(]{0,3}$/;
const endMark = /^[.!?…»”“"')]{0,3}/;

/** So many words of a text are looked at; what has none found among them shows its beginning. */
const wordsMaximum = 3_000;

/** Makes a function that cuts out what is around the first word found, at ends of words. */
export function createExcerpts(
  clues: readonly Clue[],
  analyse: (found: string) => Word | undefined,
): (piece: Pick<Found, 'text' | 'is_cut'>) => Excerpt {
  const isLedTo = (word: Word, by: readonly Clue[]) => {
    const keys = ` ${keysOf(word)}`;
    return by.some(({ needle }) => keys.includes(needle));
  };
  const foundBy = (wholeClues: readonly Clue[]) => {
    const known = new Map<string, boolean>();
    return (token: Token) => {
      const { word, whole } = token;
      const name = `${word} ${whole?.word}`;
      const before = known.get(name);
      if (before !== undefined) return before;
      const found = isLedTo(token, clues) || (whole !== undefined && isLedTo(whole, wholeClues));
      known.set(name, found);
      return found;
    };
  };
  // Of E-Mail, `mail` is the second part alone, and `emai` both: neither part has it.
  const isAskedFor = foundBy(clues.filter(({ weight }) => weight >= weights.stem));
  const isPartAskedFor = foundBy(clues);
  return (piece) => {
    const cutBy = (isFound: typeof isAskedFor) =>
      cutAround(piece, tokensOf(piece.text, analyse), isFound);
    return (
      cutBy(isAskedFor) ??
      cutBy(isPartAskedFor) ?? { excerpt: wellCut(piece.text, usualLength), matches: [] }
    );
  };
}

/** @returns `undefined` where no word is found */
function cutAround(
  { text, is_cut }: Pick<Found, 'text' | 'is_cut'>,
  tokens: Iterable<Token>,
  isFound: (token: Token) => boolean,
): Excerpt | undefined {
  const isShort = text.length <= usualLength && !is_cut;
  let looked = 0;
  const before: Token[] = [];
  const around: Token[] = [];
  const found: Token[] = [];
  for (const token of tokens) {
    const first = found[0] ?? token;
    const isWithin =
      isShort || token.end <= Math.max(first.start + usualLength - lengthBefore, first.end);
    if (found.length > 0 ? !isWithin : ++looked > wordsMaximum) break;
    if (isFound(token)) found.push(token);
    (found.length > 0 ? around : before).push(token);
  }
  const first = found[0];
  if (!first) return undefined;
  const begin = before.find((token) => token.start >= first.start - lengthBefore) ?? first;
  const last = around.at(-1)!;
  const start =
    begin.start - startMark.exec(text.slice(Math.max(begin.start - 3, 0), begin.start))![0].length;
  const end = last.end + endMark.exec(text.slice(last.end, last.end + 3))![0].length;
  return marked(text, found, isShort ? [0, text.length] : [start, end]);
}

function marked(text: string, found: readonly Token[], [start, end]: readonly [number, number]) {
  const excerpt = wellCut(text.slice(start, end), maximumLength);
  const matches = found.map((token) => ({ start: token.start - start, end: token.end - start }));
  return {
    excerpt,
    matches: matches
      .filter((match) => match.start < excerpt.length)
      .map((match) => ({ start: match.start, end: Math.min(match.end, excerpt.length) })),
  };
}

/** The beginning of a text, without half a character at its end. */
function wellCut(text: string, length: number): string {
  if (text.length <= length) return text;
  const isHalf = /[\uD800-\uDBFF]/.test(text[length - 1]!);
  return text.slice(0, isHalf ? length - 1 : length);
}
