import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startBeforeAll } from '../platform.ts';
import { startLibrary } from './library.ts';
import { limitOfRounds, roundsOf } from '../../../../test/rounds.ts';

/** Each run indexes a course and asks it a few questions. */
const runs = roundsOf(10);
const timeoutInMs = limitOfRounds(60_000);

const library = startBeforeAll(startLibrary);

const letters = fc.constantFrom(
  ...'a ä b c e g h i l m n o ö s ß t u ü q v A Ä O Ö U Ü ae ue oe ss en ung'.split(' '),
);
const anyLetter = fc.oneof(
  { weight: 8, arbitrary: letters },
  fc.constantFrom('é', 'ﬁ', 'İ', 'Σ', 'ς', 'я', '中', '𝒳', '\u0301', '\u00AD', '½', '٣'),
);
const word = fc
  .array(anyLetter, { minLength: 1, maxLength: 12 })
  .map((parts) => parts.join(''))
  .filter((text) => /^[\p{L}\p{N}]/u.test(text));
const text = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => ({ words }));

test(
  'what is indexed is found by each of its words, by their beginnings, and by all together',
  async () => {
    const { mia } = library;
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 4 }), async (texts) => {
        const course = library.newCourse();
        const whole = texts.map(({ words }) => words.join(' '));
        await course.write(mia, whole);
        await course.publish(whole.map((text) => ({ title: '', text })));
        for (const [place, { words }] of texts.entries()) {
          const beginnings = words.map((word) => Array.from(word).slice(0, 3).join(''));
          const questions = [...words, ...beginnings, words.join(' '), `"${words.join(' ')}"`];
          for (const query of new Set(questions)) {
            const { hits } = await course.search(mia, query, { limit: 100 });
            const found = (source: string) =>
              hits.filter(({ search_source, topic_id, note_id }) =>
                source === 'note'
                  ? search_source === source && note_id?.endsWith(`${place}`)
                  : search_source === source && topic_id === `topic-${place}`,
              );
            expect([query, found('note').length, found('course').length]).toEqual([query, 1, 1]);
            for (const { excerpt, matches } of hits) {
              for (const { start, end } of matches) {
                expect(start).toBeLessThan(end);
                expect(end).toBeLessThanOrEqual(excerpt.length);
              }
            }
          }
        }
      }),
      { numRuns: runs },
    );
  },
  timeoutInMs,
);
