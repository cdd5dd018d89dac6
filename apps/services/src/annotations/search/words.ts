import { germanStem } from './german-stem.ts';

/** A word as it is looked for. */
export interface Word {
  /** In small letters, with its umlauts and ß. */
  readonly word: string;
  /**
   * Without them. Two where ae, oe or ue may stand for an umlaut or for themselves: `haeuser` is hauser
   * (Häuser) or haeuser, `statue` is statu or statue.
   */
  readonly forms: readonly string[];
  /** Of the forms, in the same order, each once. */
  readonly stems: readonly string[];
  /** As version 1 of the keys has it, with œ, æ, ø, ł, đ and ı: a subject's own texts keep their keys until they change. */
  readonly former?: Word;
}

/** A word in its text; places in UTF-16 code units. */
export interface Token extends Word {
  readonly start: number;
  readonly end: number;
  /** The word that it makes with its neighbours: `E-Mail` is email, too, and `10'000` is 10000. */
  readonly whole?: Whole;
}

interface Whole extends Word {
  /** Place of its first part. */
  readonly start: number;
}

/** Grows with each change of keys: issues that have older ones are indexed anew. */
export const keysVersion = 2;

/** In code points. A longer word is found by its beginning, because a key of an index must hold it. */
const wordMaximumLength = 48;
/** Of a word with its marks, in code units: sorting many marks takes the square of their number. */
const foundMaximumLength = 384;

/*
 * Letters and digits, with marks and with what may stand in a word unseen, such as the soft hyphens of
 * publications; or a picture. What else there is divides words, and is no part of any key: keys need
 * no escaping in patterns.
 */
const letters = String.raw`[\p{L}\p{N}][\p{L}\p{N}\p{M}\u00AD\u200B-\u200F\u2060\uFEFF]*`;
const wordPattern = new RegExp(String.raw`${letters}|\p{Extended_Pictographic}`, 'gu');
/** A number in groups of three, words with hyphens between them, or a word. */
const wholePattern = new RegExp(
  String.raw`(?=\p{Nd})(?<!\p{N})\p{Nd}{1,3}(?:[.'’\u00A0\u2009\u202F]\p{Nd}{3})+(?![\p{L}\p{N}])|${letters}(?:[-\u2010\u2011]${letters})*|\p{Extended_Pictographic}`,
  'gu',
);
const hyphen = /[-\u2010\u2011]/;
const joints = /[-\u2010\u2011.'’\u00A0\u2009\u202F]/;
const notOfKeys = /[^\p{L}\p{N}\p{Extended_Pictographic}]/gu;
const notOfWords = /[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}]/gu;

/** In one pass, so that what was folded is not folded again: säen, saeen. */
const contracted = /[äöüßςøłđı]|ae|oe|(?<![aeiouyäöüq])ue/g;
const plain = /[äöüßςøłđı]/g;
const replacements: Readonly<Record<string, string>> = {
  ä: 'a',
  ö: 'o',
  ü: 'u',
  ß: 'ss',
  // The sigma that ends a word is another one in the middle of a longer word.
  ς: 'σ',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ae: 'a',
  oe: 'o',
  ue: 'u',
};

/** The words of a text with their places, in its order. */
export function* tokensOf(text: string, analyse = createAnalysis()): Generator<Token> {
  for (const { 0: found, index: start } of text.matchAll(wholePattern)) {
    if (joints.test(found)) {
      yield* partsOf(found, start, analyse);
      continue;
    }
    const word = analyse(found);
    if (word) yield { ...word, start, end: start + found.length };
  }
}

function* partsOf(
  found: string,
  start: number,
  analyse: (found: string) => Word | undefined,
): Generator<Token> {
  // Dates and numbers of pages, with a hyphen between them, make no word.
  const joined = hyphen.test(found) && !/\p{L}/u.test(found) ? undefined : analyse(found);
  const whole = joined && { ...joined, start };
  for (const { 0: part, index } of found.matchAll(wordPattern)) {
    const word = analyse(part);
    const at = start + index;
    if (word) yield { ...word, start: at, end: at + part.length, ...(whole && { whole }) };
  }
}

/** Words that others of a text make together, each once. */
export function wholesOf(tokens: readonly Token[]): readonly Whole[] {
  return tokens.flatMap(({ start, whole }) => (whole?.start === start ? [whole] : []));
}

/** Longer words are analysed anew each time, so that they cannot fill the memory. */
const rememberedMaximumLength = 64;

/**
 * Remembers what was analysed: words repeat.
 *
 * @param maximum How many words it remembers before it forgets all and begins anew.
 * @returns a function that gives `undefined` for what is no word.
 */
export function createAnalysis(maximum = 100_000): (found: string) => Word | undefined {
  const known = new Map<string, Word | undefined>();
  return (found) => {
    if (known.has(found)) return known.get(found);
    const word = wordOf(found);
    if (known.size >= maximum) known.clear();
    if (found.length <= rememberedMaximumLength) known.set(found, word);
    return word;
  };
}

function wordOf(found: string): Word | undefined {
  const spelt = found
    .slice(0, foundMaximumLength)
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFC')
    .replace(notOfWords, '');
  const word = shortened(spelt.replaceAll('œ', 'oe').replaceAll('æ', 'ae'));
  const forms = formsOf(word);
  if (forms[0] === '') return undefined;
  const stems = distinct(forms.map(germanStem));
  return { word, forms, stems, ...(/[œæøłđı]/.test(spelt) && { former: formerOf(spelt) }) };
}

function formerOf(spelt: string): Word {
  const word = shortened(spelt).normalize('NFD').replace(notOfKeys, '');
  return { word, forms: [word], stems: [germanStem(word)] };
}

function shortened(word: string): string {
  return Array.from(word).slice(0, wordMaximumLength).join('');
}

/** The letters of a word, or of a beginning of one, without umlauts and marks. */
function formsOf(word: string): string[] {
  return distinct(
    [contracted, plain].map((pattern) =>
      word
        .replace(pattern, (letters) => replacements[letters]!)
        .normalize('NFD')
        .replace(notOfKeys, ''),
    ),
  );
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}

/**
 * All that a word is found by, in one text: `<häuser;/hauser;=haus;`, without the first part where the
 * word is its own form. Patterns for it are made by `clues.ts`.
 */
export function keysOf({ word, forms, stems }: Word): string {
  const own = word === forms[0] ? '' : `<${word};`;
  return (
    own + forms.map((form) => `/${form};`).join('') + stems.map((stem) => `=${stem};`).join('')
  );
}

/** The first form of the word that keys were made of. */
export function formOfKeys(keys: string): string {
  return /\/([^;]*);/.exec(keys)![1]!;
}

/** The stems of the word that keys were made of, as one key. */
export function stemsOfKeys(keys: string): string {
  return keys.slice(keys.indexOf('='));
}

/** The word that keys were made of. */
export function wordOfKeys(keys: string): string {
  return /^[</]([^;]*);/.exec(keys)![1]!;
}
