import fc from 'fast-check';
import type { Span } from '../src/selectors.ts';

/* Texts of a language, passages in them, and edits as editors make them. */

const syllables =
  'wa ser tro pfen ver dun stet wol ke ne bel re gen bach see ufer kie sel tal'.split(' ');
const little = 'der die das und in im ist es an auf mit den ein zu wird aus nicht dann so wo'.split(
  ' ',
);

const longWord = fc
  .array(fc.constantFrom(...syllables), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''));
const word = fc.oneof(longWord, fc.constantFrom(...little));
const sentence = fc
  .array(word, { minLength: 3, maxLength: 14 })
  .map((words) => `${words[0]![0]!.toUpperCase()}${words.join(' ').slice(1)}.`);

/** Sentences as they follow one another. Without bias, which would repeat the first few words for whole texts. */
export const prose = fc.noBias(
  fc.array(sentence, { minLength: 6, maxLength: 40 }).map((sentences) => sentences.join(' ')),
);

/** Texts in which the same sentences come again and again. */
export const refrains = fc
  .tuple(
    fc.uniqueArray(
      sentence.filter(({ length }) => length >= 40),
      { minLength: 2, maxLength: 5 },
    ),
    fc.array(fc.nat(), { minLength: 4, maxLength: 24 }),
  )
  .map(([sentences, order]) => order.map((at) => sentences[at % sentences.length]).join(' '));

/** A passage that starts and ends with words. */
export function passageIn(text: string, from: number, words: number): Span {
  const starts = [...text.matchAll(/\S+/g)];
  const first = from % starts.length;
  const last = starts[Math.min(first + words, starts.length) - 1]!;
  return { start: starts[first]!.index, end: last.index + last[0].length };
}

/** An editor's change at one place: takes away some characters, and writes others. */
export interface Edit {
  readonly at: number;
  readonly removed: number;
  readonly inserted: string;
}

export const typo: fc.Arbitrary<Omit<Edit, 'at'>> = fc.oneof(
  fc.record({ removed: fc.constant(1), inserted: fc.constantFrom('e', 'n', 's', '') }),
  fc.record({ removed: fc.constant(0), inserted: fc.constantFrom('e', 'n', 's', ',') }),
);
export const newWords: fc.Arbitrary<Omit<Edit, 'at'>> = fc.record({
  removed: fc.constant(0),
  inserted: fc.oneof(word, sentence).map((words) => ` ${words}`),
});

export function applied(text: string, { at, removed, inserted }: Edit): string {
  return text.slice(0, at) + inserted + text.slice(at + removed);
}

/** Where a span is after an edit outside of it. */
export function moved({ start, end }: Span, { at, removed, inserted }: Edit): Span {
  const by = at + removed <= start ? inserted.length - removed : 0;
  return { start: start + by, end: end + by };
}

/** Where a change leaves a span as it is, and joins no letter to its first or last word. */
export function placesOutside(
  text: string,
  { start, end }: Span,
  { removed }: Omit<Edit, 'at'>,
): readonly number[] {
  return [...Array(text.length).keys()].filter((at) => at + removed < start || at > end);
}
