import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundsOf } from '../../../test/rounds.ts';
import { locate } from '../src/locate.ts';
import { selectorsOf } from '../src/passage.ts';
import {
  applied,
  moved,
  newWords,
  passageIn,
  placesOutside,
  prose,
  refrains,
  typo,
  type Edit,
} from './texts.ts';

const runs = { numRuns: roundsOf(300) };
/** A shorter passage can be much like one that a deletion brings to its place. */
const wordLength = 12;
const where = fc.nat();
const words = fc.integer({ min: 1, max: 30 });

test('a passage is found after any one edit beside it, if 96 characters stand on its other side', () => {
  fc.assert(
    fc.property(
      prose,
      where,
      words,
      where,
      fc.oneof(typo, newWords),
      (text, from, count, place, change) => {
        const span = passageIn(text, from, count);
        const outside = placesOutside(text, span, change);
        fc.pre(outside.length > 0);
        const edit = { at: outside[place % outside.length]!, ...change };
        fc.pre(edit.at < span.start ? text.length - span.end >= 96 : span.start >= 96);
        const found = locate(applied(text, edit), selectorsOf(text, span));
        expect(found).toMatchObject(moved(span, edit));
      },
    ),
    runs,
  );
});

test('after many edits outside of it, a passage is found where it is or not at all', () => {
  const changes = fc.array(fc.tuple(where, fc.oneof(typo, newWords)), {
    minLength: 2,
    maxLength: 25,
  });
  fc.assert(
    fc.property(prose, where, words, changes, (text, from, count, given) => {
      const selectors = selectorsOf(text, passageIn(text, from, count));
      let span = passageIn(text, from, count);
      let edited = text;
      for (const [place, change] of given) {
        const edit = { at: place % edited.length, ...change };
        if (edit.at + edit.removed >= span.start && edit.at <= span.end) continue;
        edited = applied(edited, edit);
        span = moved(span, edit);
      }
      const found = locate(edited, selectors);
      expect([undefined, span]).toContainEqual(found && { start: found.start, end: found.end });
    }),
    runs,
  );
});

test('a passage with a typo more or less is found with its own ends', () => {
  fc.assert(
    fc.property(
      prose,
      where,
      fc.integer({ min: 3, max: 30 }),
      where,
      typo,
      (text, from, count, place, change) => {
        const span = passageIn(text, from, count);
        fc.pre(span.end - span.start >= 16);
        const at = span.start + 2 + (place % (span.end - span.start - 4));
        const edited = applied(text, { at, ...change });
        const by = change.inserted.length - change.removed;
        const found = locate(edited, selectorsOf(text, span));
        expect(found).toMatchObject({ start: span.start, end: span.end + by });
      },
    ),
    runs,
  );
});

test('a passage that was deleted is not found anywhere; of a word, an equal one may be that comes to stand there', () => {
  fc.assert(
    fc.property(
      prose,
      where,
      words,
      fc.nat(150),
      fc.nat(150),
      (text, from, count, before, after) => {
        const span = passageIn(text, from, count);
        const start = Math.max(0, span.start - before);
        // Of two equal words that stand together nothing tells which one it was.
        const nearby = text.slice(Math.max(0, span.start - 40), span.end + 40);
        fc.pre(nearby.split(text.slice(span.start, span.end)).length === 2);
        const edited = text.slice(0, start) + text.slice(span.end + after);
        const found = locate(edited, selectorsOf(text, span));
        const isWord = span.end - span.start < wordLength;
        const isBeside = found && Math.abs(found.start - start) < wordLength;
        expect(isWord && isBeside ? undefined : found).toBeUndefined();
      },
    ),
    runs,
  );
});

/** The second of three equal pairs of sentences is changed close to where the passage, of the third, begins. */
const ofThreeEqual: [string, number, number, number, Omit<Edit, 'at'>] = [
  [
    'Wolwa trobach der der der der der talsertro wo bachwa wawoltrodun wa wird.',
    'Talstetwa der belver der waselgen nicht ver im bel der stetwolwa der der wastetdun.',
    ...Array(3).fill(
      'Wolwa trobach der der der der der talsertro wo bachwa wawoltrodun wa wird. Wo wawolselsel wird dun trowolstet kiewatrover so bach der gen ver.',
    ),
  ].join(' '),
  1_236_605_716,
  14,
  1_968_481_778,
  { removed: 0, inserted: ' Newasee der woluferuferser.' },
];

test('among equal sentences, what is found instead of the passage says the same word by word', () => {
  fc.assert(
    fc.property(
      refrains,
      where,
      words,
      where,
      fc.oneof(typo, newWords),
      (text, from, count, place, change) => {
        const span = passageIn(text, from, count);
        const outside = placesOutside(text, span, change);
        fc.pre(outside.length > 0);
        const edit = { at: outside[place % outside.length]!, ...change };
        const edited = applied(text, edit);
        const found = locate(edited, selectorsOf(text, span));
        expect([undefined, text.slice(span.start, span.end)]).toContain(
          found && edited.slice(found.start, found.end),
        );
      },
    ),
    { ...runs, examples: [ofThreeEqual] },
  );
});
