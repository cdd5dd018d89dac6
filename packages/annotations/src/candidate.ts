import { agreementAfter, agreementBefore } from './agreement.ts';
import { alike, edgeCharacter, plainText } from './plain-text.ts';
import { codePointsBefore, type Span, type TextSelectors } from './selectors.ts';

/** A quote in the form of the texts that it is looked for in, which are {@link withEdges}. */
export interface Quote {
  readonly exact: string;
  readonly prefix: string;
  readonly suffix: string;
}

/**
 * From here on what stands beside a place is not there by chance: two or three words. Sentences of one language
 * begin and end alike for a few characters.
 */
const sideLength = 12;

/**
 * Stands where a text begins and ends, in place of the characters that a passage at its edge has not beside it.
 * Neither the texts nor the quotes that others have stored hold it: {@link plainText} takes it out.
 */
const edge = edgeCharacter.repeat(sideLength);

export const edgeLength = edge.length;

export function withEdges(text: string): string {
  return edge + text + edge;
}

export function quoteOf({ quote, position }: TextSelectors): Quote {
  const prefix = plainText(quote.prefix ?? '');
  const suffix = plainText(quote.suffix ?? '');
  const isSurrounded = prefix + suffix !== '';
  const begins = isSurrounded && position.start === codePointsBefore(prefix, prefix.length);
  // A caller that gives the text before a passage also gives the text behind it, if there was any.
  const ends = prefix !== '' && suffix === '';
  return {
    exact: plainText(quote.exact).trim(),
    prefix: begins ? edge + prefix : prefix,
    suffix: ends ? edge : suffix,
  };
}

/** The quote as texts have it that are {@link alike}. */
export function alikeQuote({ exact, prefix, suffix }: Quote): Quote {
  return { exact: alike(exact), prefix: alike(prefix), suffix: alike(suffix) };
}

/** A place where the passage may be. All figures are UTF-16 code units. */
export interface Candidate extends Span {
  /** By how many edits the quote differs from what stands there. */
  readonly errors: number;
  /** How much of what stood before and after the passage stands there. */
  readonly before: number;
  readonly after: number;
}

export function candidateAt(text: string, span: Span, errors: number, quote: Quote): Candidate {
  return {
    ...span,
    errors,
    before: agreementBefore(text, span.start, quote.prefix),
    after: agreementAfter(text, span.end, quote.suffix),
  };
}

/** An edit takes the character that it changes, and casts doubt on its neighbours. */
const errorCost = 3;

/** Enough in all where something agrees on both sides: a phrase of five words or so. */
const enoughInPlace = 32;

/**
 * Enough in all where one side does not agree: the passage was moved, or something was inserted beside it. It is
 * more than a sentence, since sentences do occur twice: instructions, summaries, captions. The second one must
 * not take over the marks of the first when that is deleted.
 */
const enoughAnywhere = 96;

/** Where a text is too short for that: how much of all that is known has to agree. */
const shareOfShort = 0.6;

/**
 * How much of a quote may differ where one side does not agree: two changes at once, each of which could be the
 * difference between two passages. A typo, but not a word.
 */
const shareOfErrorsAnywhere = 0.1;

/** How many characters speak for a place. */
export function evidence({ errors, before, after }: Candidate, quote: Quote): number {
  return quote.exact.length - errorCost * errors + before + after;
}

/** True where enough characters speak for a place. */
export function isConvincing(candidate: Candidate, quote: Quote): boolean {
  const { exact, prefix, suffix } = quote;
  const isInPlace =
    candidate.before >= atMost(sideLength, prefix.length) &&
    candidate.after >= atMost(sideLength, suffix.length);
  if (!isInPlace && candidate.errors > exact.length * shareOfErrorsAnywhere) return false;
  const length = exact.length + prefix.length + suffix.length;
  return evidence(candidate, quote) >= atMost(isInPlace ? enoughInPlace : enoughAnywhere, length);
}

/** The limit, or less where less is known. */
function atMost(limit: number, length: number): number {
  return Math.min(limit, length * shareOfShort);
}
