import type { SearchHit } from '@lectern/sdk';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wasser } from '../src/course/wasser.ts';
import { fragmentOf, placeOfFragment } from '../src/navigation.ts';
import { sentencesOf } from '../src/reading/sentences.ts';
import { Newest } from '../src/search/newest.ts';
import { placeOfHit } from '../src/search/place-of-hit.ts';
import { isCutOff, piecesOf, quoteOf } from '../src/search/snippet.ts';

describe('an excerpt', () => {
  it('is shown whole, whatever the places of its matches are', () => {
    const places = fc.array(fc.record({ start: fc.nat({ max: 60 }), end: fc.nat({ max: 60 }) }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), places, (excerpt, matches) => {
        const pieces = piecesOf({ excerpt, matches });
        expect(pieces.map(({ text }) => text).join('')).toBe(excerpt);
      }),
    );
  });

  it('marks its matches, and leaves markup what it is: text', () => {
    expect(piecesOf({ excerpt: 'Ein <b>See</b>', matches: [{ start: 7, end: 10 }] })).toEqual([
      { text: 'Ein <b>', isMatch: false },
      { text: 'See', isMatch: true },
      { text: '</b>', isMatch: false },
    ]);
  });

  it('leads to its first match by what stands around it, without the signs of a cut', () => {
    expect(
      quoteOf({ excerpt: '… wird zu Grundwasser. Und …', matches: [{ start: 10, end: 21 }] }),
    ).toEqual({ exact: 'Grundwasser', prefix: 'wird zu ', suffix: '. Und' });
    expect(quoteOf({ excerpt: 'nichts', matches: [] })).toBeUndefined();
  });

  it.each([
    ['course', 'text', 'Und dann scheint wieder die', true],
    ['course', 'text', 'Und dann scheint wieder die Sonne …', false],
    ['course', 'title', 'Wolken und Niederschlag', false],
    ['note', 'text', 'Im Heft nachsehen', false],
  ] as const)('is shown as cut off: %s, %s, %j: %j', (source, scope, excerpt, isCut) => {
    expect(isCutOff({ search_source: source, search_scope: scope, excerpt })).toBe(isCut);
  });
});

describe('a hit', () => {
  const hit: SearchHit = {
    search_target: 'topic',
    search_scope: 'text',
    search_source: 'course',
    issue_id: 'wasser-2026',
    excerpt: '',
    matches: [],
  };

  it.each([
    [{ topic_id: 'bach-2' }, '#/bach/2'],
    [{ topic_id: 'bach' }, '#/bach/1'],
    [
      { topic_id: 'wasserkreislauf-1', exercise_id: 'kreislauf-luecken' },
      '#/wasserkreislauf/1/kreislauf-luecken',
    ],
    [{ topic_id: 'bach-1', note_id: 'a1' }, '#/bach/1/notiz-a1'],
  ])('leads to its place: %o', (ids, fragment) => {
    const place = placeOfHit(wasser, { ...hit, ...ids });
    expect(place && fragmentOf(place)).toBe(fragment);
    expect(fragmentOf(placeOfFragment(wasser, fragment))).toBe(fragment);
  });
});

it.each([{ topic_id: 'bach-9' }, {}])('a hit of another edition leads nowhere: %o', (ids) => {
  const hit = { search_target: 'topic', search_scope: 'text', search_source: 'course' } as const;
  expect(
    placeOfHit(wasser, { ...hit, ...ids, issue_id: 'wasser-1999', excerpt: '', matches: [] }),
  ).toBeUndefined();
});

describe('questions', () => {
  it('are asked one at a time, and only the newest is answered', async () => {
    const asked: string[] = [];
    const answered: string[] = [];
    const pending: ((answer: string) => void)[] = [];
    const newest = new Newest(
      (question: string) => {
        asked.push(question);
        return new Promise<string>((resolve) => pending.push(resolve));
      },
      (answer) => answered.push(answer),
      () => answered.push('failed'),
    );
    for (const question of ['g', 'gr', 'gru']) newest.ask(question);
    expect(asked).toEqual(['g']);
    pending[0]?.('zu g');
    await Promise.resolve();
    await Promise.resolve();
    expect(asked).toEqual(['g', 'gru']);
    newest.drop();
    pending[1]?.('zu gru');
    await new Promise((resolve) => setImmediate(resolve));
    expect(answered).toEqual([]);
    newest.ask('see');
    pending[2]?.('zu see');
    await new Promise((resolve) => setImmediate(resolve));
    expect(answered).toEqual(['zu see']);
  });
});

/* As `Intl.Segmenter` has them, which not every browser of the list knows. */
it.each([
  'Warme Luft steigt auf. Wie hoch? Sehr hoch!',
  'Er sagte: «Komm!» und ging. Dann … ja.',
  'Das sind z. B. Wolken, 3.5 km hoch. Der 3. August kam.',
  '  "Ja." Nein.\n\nNeu  ',
  'Was?! Wirklich… doch. (So.) Und [so!] weiter.',
  'Ohne Punkt',
  ' ',
])('sentences stand where they say: %s', (text) => {
  const segments = new Intl.Segmenter('de', { granularity: 'sentence' }).segment(text);
  expect(sentencesOf(text).map(({ start, end }) => text.slice(start, end))).toEqual(
    [...segments].map(({ segment }) => segment.trim()).filter(Boolean),
  );
});
