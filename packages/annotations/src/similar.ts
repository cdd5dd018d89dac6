import search from 'approx-string-match';
import { agreementAfter, agreementBefore, reversed } from './agreement.ts';
import { candidateAt, edgeLength, type Candidate, type Quote } from './candidate.ts';
import { wholeCharacters } from './plain-text.ts';
import type { Span } from './selectors.ts';

/** A quote of which more has changed than this share of its characters says something else. */
const changedMaximum = 0.4;

/** A shorter word with another letter in it is another word. In UTF-16 code units. */
const changedMinimumLength = 8;

/** The share for a quote with its surroundings, which say where to look closer. */
const regionChangedMaximum = 1 / 3;
const partChangedMaximum = 0.15;

/** How much of its surroundings a quote is looked for with, in UTF-16 code units: about five words. */
const nearby = 32;

/** An end of a passage is only looked for where so many characters are those that it touched. */
const touching = 4;

/** More errors would make the search slow, and a passage that long is found by less. */
const errorsMaximum = 256;

/** Fewest letters that tell a neighbour from others, in UTF-16 code units. */
const tellingLength = 12;

/** A passage of which half is gone, or to which as much was added, is another one. */
const shrinkingMaximum = 0.5;
const growthMaximum = 2;

/** The places that say nearly what the quote says, beside something that stood beside it. */
export function placesBySurroundings(text: string, quote: Quote): readonly Candidate[] {
  const { exact } = quote;
  const [prefix, suffix] = [quote.prefix.slice(-nearby), quote.suffix.slice(0, nearby)];
  const room = exact.length * growthMaximum;
  const starts = prefix.length < nearby ? [] : placesOf(prefix, text);
  const ends = suffix.length < nearby ? [] : placesOf(suffix, text);
  const regions = [
    ...starts.map((at) => ({ start: at + nearby, end: at + nearby + room })),
    ...ends.map((end) => ({ start: Math.max(0, end - room), end })),
  ];
  return closestIn(regions, text, quote);
}

/** Where a text is within another. */
export function placesOf(wanted: string, text: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) places.push(at);
  return places;
}

/** The places anywhere that say nearly what the quote says. */
export function similarPlaces(text: string, quote: Quote): readonly Candidate[] {
  if (mostErrors(quote) === 0) return [];
  return closestIn(regions(text, quote), text, quote);
}

function closestIn(regions: readonly Span[], text: string, quote: Quote): readonly Candidate[] {
  const byPlace = new Map<string, Candidate | undefined>();
  for (const region of regions) {
    const rough = roughly(region, text, quote);
    if (!rough) continue;
    const key = `${rough.start} ${rough.end}`;
    if (!byPlace.has(key)) byPlace.set(key, closest(rough, text, quote));
  }
  return [...byPlace.values()].filter((candidate) => candidate !== undefined);
}

/**
 * Where to look closer. The search gives the places with the fewest errors alone, and the fewest errors in a
 * short quote can be anywhere; with what stood on either side of it there is one such place. One side each, too,
 * in case the other is gone, and none, in case the passage was moved; then it must be nearly the same.
 */
function regions(text: string, { exact, prefix, suffix }: Quote): readonly Span[] {
  const [before, after] = [prefix.slice(-nearby), suffix.slice(0, nearby)];
  const partly = [before + exact, exact + after, exact].map(
    (part) => [part, partChangedMaximum] as const,
  );
  const patterns = new Map([...partly, [before + exact + after, regionChangedMaximum]]);
  const spans: Span[] = [];
  for (const [pattern, share] of patterns) {
    // Neighbouring ends with equally many errors are one place.
    let last = -1;
    for (const match of search(text, pattern, limited(pattern.length * share))) {
      if (match.start < last) continue;
      last = match.end;
      const margin = match.errors + 1;
      spans.push({ start: Math.max(0, match.start - margin), end: match.end + margin });
    }
  }
  return spans;
}

function limited(errors: number): number {
  return Math.min(Math.floor(errors), errorsMaximum);
}

function mostErrors({ exact }: Quote): number {
  if (exact.length < changedMinimumLength) return 0;
  return limited(exact.length * changedMaximum);
}

/** Where in a region the passage is, give or take a word; undefined if it is not there. */
function roughly({ start, end }: Span, text: string, quote: Quote): Span | undefined {
  const [match] = search(text.slice(start, end), quote.exact, mostErrors(quote));
  // Without errors it is one of the places that were looked at before.
  if (!match || match.errors === 0) return undefined;
  return { start: start + match.start, end: start + match.end };
}

function closest(rough: Span, text: string, quote: Quote): Candidate | undefined {
  const { start, end } = atEdges(text, rough, quote);
  const [first, last] = [edgeLength, text.length - edgeLength];
  const span = wholeCharacters(text, { start: Math.max(start, first), end: Math.min(end, last) });
  if (!span || !isAsLong(span, quote.exact)) return undefined;
  const errors = differences(quote.exact, text.slice(span.start, span.end), mostErrors(quote));
  const candidate = errors === undefined ? undefined : candidateAt(text, span, errors, quote);
  return candidate && !isNeighbour(candidate, text, quote) ? candidate : undefined;
}

/**
 * True where the words stood beside the passage before, do not now, and more of its surroundings is missing than they
 * are: the passage went, and its neighbour, which says nearly the same, stands in its place.
 */
function isNeighbour(
  { start, end, before, after }: Candidate,
  text: string,
  { prefix, suffix }: Quote,
): boolean {
  const words = text.slice(start, end);
  const missing = prefix.length + suffix.length - before - after;
  const hasLeft = (stood: string, there: string) =>
    stood !== '' && missing >= stood.length && !there.includes(stood);
  const ahead = text.slice(Math.max(0, start - prefix.length), start);
  return (
    hasLeft(partIn(suffix, words), text.slice(end, end + suffix.length)) ||
    hasLeft(partIn(reversed(prefix), reversed(words)), reversed(ahead))
  );
}

/** The words where a text holds them, or as many as fit before its end; empty where that is too little. */
function partIn(text: string, words: string): string {
  if (text.includes(words)) return words;
  for (let at = Math.max(0, text.length - words.length); at <= text.length - tellingLength; at += 1)
    if (words.startsWith(text.slice(at))) return text.slice(at);
  return '';
}

/** By how many edits two texts differ, undefined for more than `most`. */
function differences(first: string, second: string, most: number): number | undefined {
  // The search leaves it open where in the text a pattern begins and ends, so each is looked for in the other.
  const [there] = search(second, first, most);
  const [back] = search(first, second, most);
  return there && back && Math.max(there.errors, back.errors);
}

/**
 * Where a changed passage starts and ends: next to what stood around it, if that is still there. The search
 * cannot tell whether letters of an exchanged first word belong to the passage.
 */
function atEdges(text: string, { start, end }: Span, { prefix, suffix }: Quote): Span {
  const [before, after] = [prefix.slice(-touching), suffix.slice(0, touching)];
  return {
    start: bestNear(start, (index) =>
      text.endsWith(before, index) ? agreementBefore(text, index, prefix) : 0,
    ),
    end: bestNear(end, (index) =>
      text.startsWith(after, index) ? agreementAfter(text, index, suffix) : 0,
    ),
  };
}

function bestNear(index: number, agreement: (index: number) => number): number {
  let best = index;
  let bestAgreement = agreement(index);
  for (let distance = 1; distance <= nearby; distance += 1) {
    for (const other of [index - distance, index + distance]) {
      const agreed = other < 0 ? 0 : agreement(other);
      if (agreed > bestAgreement) [best, bestAgreement] = [other, agreed];
    }
  }
  return best;
}

function isAsLong({ start, end }: Span, { length }: string): boolean {
  return end - start >= length * shrinkingMaximum && end - start <= length * growthMaximum;
}
