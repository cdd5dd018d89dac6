import {
  alikeQuote,
  candidateAt,
  edgeLength,
  evidence,
  isConvincing,
  quoteOf,
  withEdges,
  type Candidate,
  type Quote,
} from './candidate.ts';
import { alike } from './plain-text.ts';
import { indexOfCodePoint, type Span, type TextSelectors } from './selectors.ts';
import { placesBySurroundings, placesOf, similarPlaces } from './similar.ts';

/** How a passage was found. */
export type Finding =
  /** Where it was, as it was. */
  | 'position'
  /** Somewhere else, as it was. */
  | 'quote'
  /** With other words, or words of it spelt differently. */
  | 'similar';

export interface Located extends Span {
  readonly how: Finding;
}

/**
 * By how much more has to speak for a place than for any other: by two edits, if all that stood around the passage
 * stands around it. What is lost of that might have spoken for the other; but a sentence's worth is enough.
 */
const clearDifference = { least: 6, most: 48 } as const;

/** How much of what a passage stood next to makes it stand in few places, in UTF-16 code units. */
const besideLength = 12;

/** Of two places as good as each other the nearer one is taken if it is this many times nearer. */
const clearlyNearer = 3;

/**
 * Where in a text a passage stands: undefined where that cannot be said, since it is gone, says something else,
 * or could be one of several.
 */
export function locate(text: string, selectors: TextSelectors): Located | undefined {
  const quote = quoteOf(selectors);
  if (quote.exact === '') return undefined;
  const edged = withEdges(text);
  const expected = edgeLength + indexOfCodePoint(text, selectors.position.start);
  const candidate = stands(edged, expected, quote)
    ? exactly(edged, expected, quote)
    : find(alike(edged), alikeQuote(quote), expected);
  return (
    candidate && {
      start: candidate.start - edgeLength,
      end: candidate.end - edgeLength,
      how: howFound(candidate, expected),
    }
  );
}

function howFound({ start, errors }: Candidate, expected: number): Finding {
  if (errors > 0) return 'similar';
  return start === expected ? 'position' : 'quote';
}

/** From where it is cheap to look to where it is not. */
const lookups = [unmovedPlaces, placesBySurroundings, exactPlaces, similarPlaces];

function find(text: string, quote: Quote, expected: number): Candidate | undefined {
  const candidates: Candidate[] = [];
  const isSaid = (candidate: Candidate) => candidate.errors === 0 && isConvincing(candidate, quote);
  let decided: Candidate | undefined;
  for (const look of lookups) {
    candidates.push(...look(text, quote));
    const before = decided;
    decided = decide(candidates, quote, expected);
    // Said word by word in one place or several, and with more around it in another: no telling which.
    if (before && before.start !== decided?.start) return undefined;
    if (decided && decided.errors > 0 && candidates.some(isSaid)) return undefined;
    // A place with its old surroundings cannot lose against one found by looking further.
    if (decided && hasKeptSurroundings(decided, quote)) break;
  }
  return decided;
}

/** True where the passage stands there with all of its surroundings. */
function stands(text: string, start: number, { exact, prefix, suffix }: Quote): boolean {
  return (
    text.startsWith(exact, start) &&
    text.endsWith(prefix, start) &&
    text.startsWith(suffix, start + exact.length)
  );
}

/** Where the passage stands word by word next to something that it stood next to: few places, quickly found. */
function unmovedPlaces(text: string, quote: Quote): Candidate[] {
  const before = quote.prefix.slice(-besideLength);
  const after = quote.suffix.slice(0, besideLength);
  const starts = new Set([
    ...placesOf(before + quote.exact, text).map((at) => at + before.length),
    ...placesOf(quote.exact + after, text),
  ]);
  return [...starts].map((start) => exactly(text, start, quote));
}

/** Where the passage stands word by word; of a short word that is hundreds of places. */
function exactPlaces(text: string, quote: Quote): Candidate[] {
  return placesOf(quote.exact, text).map((start) => exactly(text, start, quote));
}

function exactly(text: string, start: number, quote: Quote): Candidate {
  return candidateAt(text, { start, end: start + quote.exact.length }, 0, quote);
}

/** The best of the convincing places; undefined if there is none, or no telling which. */
function decide(
  candidates: readonly Candidate[],
  quote: Quote,
  expected: number,
): Candidate | undefined {
  const convincing = candidates
    .filter((candidate) => isConvincing(candidate, quote))
    .sort((a, b) => evidence(b, quote) - evidence(a, quote));
  const [best] = convincing;
  if (!best) return undefined;
  const lost = quote.prefix.length + quote.suffix.length - best.before - best.after;
  const difference = Math.min(Math.max(lost, clearDifference.least), clearDifference.most);
  const rivals = convincing.filter(
    (candidate) =>
      evidence(best, quote) - evidence(candidate, quote) < difference &&
      (candidate === best || candidate.start >= best.end || candidate.end <= best.start),
  );
  if (rivals.length === 1) return best;
  const distance = ({ start }: Span) => Math.abs(start - expected);
  const [nearest, next] = rivals.sort((a, b) => distance(a) - distance(b));
  // The position decides between places that nothing else tells apart. Where one agrees more with what stood
  // before the passage and one with what stood behind it, it would be a guess.
  const areAlike = rivals.every(
    ({ before, after }) =>
      Math.abs(before - nearest!.before) < clearDifference.least &&
      Math.abs(after - nearest!.after) < clearDifference.least,
  );
  const isClear = distance(nearest!) * clearlyNearer <= distance(next!);
  return areAlike && isClear ? nearest : undefined;
}

/** True where most of the passage's surroundings stand around this place. */
function hasKeptSurroundings({ before, after }: Candidate, { prefix, suffix }: Quote): boolean {
  return before + after >= (prefix.length + suffix.length) / 2;
}
