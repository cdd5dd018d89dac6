import { queryWordsMaximum } from '@lectern/contracts/calls/annotations/search';
import { stopWords } from './stop-words.ts';
import { tokensOf, type Token, type Word } from './words.ts';

/** One way in which a word of a query may be found. */
export interface Clue {
  /** Which word of the query, from 0. */
  readonly term: number;
  /** How much a word that is found so is worth. */
  readonly weight: number;
  /** Stands in the keys of such a word (`keysOf`, after a space). Has no wildcard of LIKE. */
  readonly needle: string;
  /** Keys of a course's index that lead to such a word; of several any one does. */
  readonly keys: readonly string[];
  /** Such words have keys that begin with this one. */
  readonly prefix?: string;
}

/** A query as it is searched. */
export interface Clues {
  readonly clues: readonly Clue[];
  /** How many words there must be. 0: the query has no words. */
  readonly termsCount: number;
  /** Stems in a row that must stand in one text: see {@link stemsOf}. */
  readonly phrases: readonly string[];
}

/*
 * Of several ways the best counts. What stands in a title is worth more than what does not, however it
 * was found, and titles that have all words stand first.
 */
export const weights = { exact: 64, form: 56, stem: 48, beginning: 32, part: 16 } as const;
export const titleWeight = 128;
export const wholeTitleWeight = 1_000_000;

/** Shorter parts would stand in anything. */
const partMinimumLength = 4;
/** So short ones are looked for at the beginning and the end of words only: Bodensee, Seeufer. */
const trigramLength = 3;

const quotation = /["„“”«»]([^"„“”«»]+)["„“”«»]/g;

export function cluesOf(query: string, analyse: (found: string) => Word | undefined): Clues {
  const quoted = [...query.matchAll(quotation)].map(([, passage]) => [
    ...tokensOf(passage!, analyse),
  ]);
  const loose = [...tokensOf(query.replace(quotation, ' " '), analyse)];
  const all = [...quoted.flat(), ...loose];
  const telling = all.filter(({ word }) => !stopWords.has(word));
  const asked = telling.length > 0 ? telling : all;
  const last = /["„“”«»]\s*$/.test(query) ? undefined : loose.at(-1);
  const distinct = [...new Map(asked.map((token) => [token.word, token])).values()];
  const terms = distinct.slice(0, queryWordsMaximum);
  return {
    clues: terms.flatMap((token, term) => [
      ...cluesOfWord(token, term, token.word === last?.word),
      ...(token.whole ? cluesOfForms(token.whole, term) : []),
      ...(token.former ? cluesOfWord(token.former, term, token.word === last?.word) : []),
    ]),
    termsCount: terms.length,
    phrases: quoted.filter((tokens) => tokens.length > 0).map(stemsOf),
  };
}

/** The stems of words in a row, as they are looked for and as texts have them. */
export function stemsOf(tokens: readonly Token[]): string {
  return ` ${tokens.map(({ stems }) => stems[0]).join(' ')} `;
}

function cluesOfWord({ word, forms, stems }: Word, term: number, isBeginning: boolean): Clue[] {
  const own = word === forms[0] ? ` /${word};` : `<${word};`;
  return [
    { term, weight: weights.exact, needle: own, keys: [`/${forms[0]}`] },
    ...cluesOfForms({ forms, stems }, term),
    ...(isBeginning ? forms.map((form) => beginningClue(form, term)) : []),
    ...stems.flatMap((stem) => partClues(stem, term)),
  ];
}

function cluesOfForms({ forms, stems }: Pick<Word, 'forms' | 'stems'>, term: number): Clue[] {
  return [
    ...forms.map((form) => ({
      term,
      weight: weights.form,
      needle: `/${form};`,
      keys: [`/${form}`],
    })),
    ...stems.map((stem) => ({
      term,
      weight: weights.stem,
      needle: `=${stem};`,
      keys: [`=${stem}`],
    })),
  ];
}

function beginningClue(form: string, term: number): Clue {
  const needle = `/${form}`;
  return { term, weight: weights.beginning, needle, keys: [], prefix: needle };
}

function partClues(stem: string, term: number): Clue[] {
  const keys = trigramsOf(stem);
  return partsOf(stem).map((needle) => ({ term, weight: weights.part, needle, keys }));
}

/** One of them stands in the keys of each word that a stem is a part of. */
export function partsOf(stem: string): readonly string[] {
  const { length } = Array.from(stem);
  if (length >= partMinimumLength) return [stem];
  return length < trigramLength ? [] : [`${stem};`, `/${stem}`];
}

/** Every three letters in a row, as keys. */
export function trigramsOf(form: string): string[] {
  const letters = Array.from(form);
  const places = Math.max(letters.length - trigramLength + 1, 0);
  return Array.from(
    { length: places },
    (_, place) => `~${letters.slice(place, place + trigramLength).join('')}`,
  );
}
