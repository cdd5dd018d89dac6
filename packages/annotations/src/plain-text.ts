import type { Span } from './selectors.ts';
import { unstorable } from './unstorable.ts';

/*
 * Characters of a document that are text. Two texts that look alike to a reader are to be equal here, however they
 * were typed, broken into lines, or hyphenated.
 */

/** Hints for breaking lines, which come and go with a layout: soft hyphen, zero-width space, word joiner. */
const ignored = /[\u00AD\u200B\u2060\uFEFF]/g;

/** White space of any kind, no-break spaces among them: typographers exchange them for one another. */
const spaces = /\s+/g;

/** Stands beyond both ends of a text where passages are looked for. It is a control character. */
export const edgeCharacter = '\u0002';

/** Text between white space and ignored characters. */
export const solidPieces = /[^\s\u00AD\u200B\u2060\uFEFF]+/g;

/**
 * The text without what cannot be stored, and without what stands for
 * the edges of a text where passages are looked for. Keeps the length.
 */
export function storable(text: string): string {
  return text.replace(unstorable, '\uFFFD').replaceAll(edgeCharacter, '\uFFFD');
}

/** A text as {@link readText} would give it, but for white space at its ends, which stays one space. */
export function plainText(text: string): string {
  return compose(storable(text).replace(ignored, '').replace(spaces, ' '));
}

/** Composed form (NFC), and letters that fonts print as one, such as «ﬁ», as those that are read. */
function compose(text: string): string {
  return text.normalize('NFC').replace(/[\uFB00-\uFB06]/g, (letters) => letters.normalize('NFKC'));
}

/**
 * The text with one sign for each that typing and typesetting exchange, such as «'» and «’», or «H2O» and «H₂O». Only
 * to compare; keeps the length.
 */
export function alike(text: string): string {
  return text
    .replace(/[‘’‚‛ʼ‹›]/g, "'")
    .replace(/[“”„‟«»]/g, '"')
    .replace(/[\u2010-\u2014\u2212]/g, '-')
    .replace(/[²³¹⁰⁴-⁹₀-₉]/g, (digit) => digit.normalize('NFKC'));
}

const clusterPattern = /\P{M}\p{M}*|\p{M}+/gu;

/** A letter with its accents, or part of a text that is the same in both forms. */
export interface Composed {
  readonly text: string;
  /** In the text as given, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
}

/**
 * A text in composed form, in pieces of which it is known where they come from. Some systems write
 * «ä» as one character, some as two; a publication that is exported again can go from one to the other.
 */
export function composed(text: string): readonly Composed[] {
  if (text === compose(text)) return [{ text, start: 0, end: text.length }];
  return [...text.matchAll(clusterPattern)].map(({ 0: cluster, index }) => ({
    text: compose(cluster),
    start: index,
    end: index + cluster.length,
  }));
}

/**
 * Characters as readers see them: a letter with its accents, a flag, an emoji of several. A pattern rather than
 * `Intl.Segmenter`, which is newer than Firefox 115: a passage has the same ends in every browser.
 */
const characters =
  /\p{Regional_Indicator}{2}|\r\n|\P{M}(?:[\p{M}\p{Emoji_Modifier}\u200C\u{E0020}-\u{E007F}]|\u200D\p{Extended_Pictographic}?)*|\p{M}+/gu;

/** Room for the longest characters, such as families of emoji, in UTF-16 code units. */
const characterMaximumLength = 64;

/** Where the character starts that `index` is in; `index` itself between two. */
function characterStart(text: string, index: number): number {
  if (index <= 0 || index >= text.length) return index;
  // The segmenter must not begin within a character: after a space it does not, and there is one nearby.
  const space = text.lastIndexOf(' ', index - 1);
  const from = Math.max(space, index - characterMaximumLength, 0);
  const nearby = text.slice(from, index + characterMaximumLength);
  let start = 0;
  for (const { 0: character } of nearby.matchAll(characters)) {
    if (start + character.length > index - from) break;
    start += character.length;
  }
  return from + start;
}

/**
 * The span without white space at its ends, and with the whole of the characters that it cuts: selections do
 * not start or end within one (W3C Web Annotation Data Model, section 4.2.5). Undefined if nothing is left.
 */
export function wholeCharacters(text: string, { start, end }: Span): Span | undefined {
  const passage = text.slice(start, end);
  const trimmed = passage.trim();
  if (trimmed === '') return undefined;
  const first = start + passage.indexOf(trimmed);
  const last = first + trimmed.length;
  const lastStart = characterStart(text, last);
  return {
    start: characterStart(text, first),
    end: lastStart === last ? last : characterEnd(text, lastStart),
  };
}

function characterEnd(text: string, start: number): number {
  const [character = ''] =
    text.slice(start, start + characterMaximumLength).match(characters) ?? [];
  return start + character.length;
}
