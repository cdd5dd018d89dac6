import { expect, test } from 'vitest';
import { storable, wholeCharacters } from '../src/plain-text.ts';

/*
 * Browsers without `Intl.Segmenter` find the same passages as those that have it, and as it does: Node has it.
 */
test.each([
  'Bäche und Be\u0301ton',
  'Familie 👨‍👩‍👧‍👦 und 👍🏽!',
  'Flaggen 🇨🇭🇩🇪 und 🏴󠁧󠁢󠁥󠁮󠁧󠁿, Taste 1️⃣, 🏳️‍🌈',
  '각 und \u1112\u0323\u0324, a\u200Db',
  '\u0301am Anfang',
])('a passage does not cut a character: %s', (text) => {
  const characters = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)];
  const starts = Array.from({ length: text.length }, (_, start) => start).flatMap((start) =>
    /\s/.test(text[start]!) ? [] : [start],
  );
  expect(starts.map((start) => wholeCharacters(text, { start, end: start + 1 }))).toEqual(
    starts.map((start) => {
      const { index, segment } = characters.findLast(({ index }) => index <= start)!;
      return { start: index, end: index + segment.length };
    }),
  );
});

test('text that cannot be stored gives way to a sign of the same length', () => {
  expect(storable('a\0b\u0002c\uD800d\uDC00e😀')).toBe('a\uFFFDb\uFFFDc\uFFFDd\uFFFDe😀');
});
