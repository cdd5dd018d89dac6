import { describe, expect, test } from 'vitest';
import { makeBeforeEach, startBeforeAll } from '../platform.ts';
import { exercise_dto, startWriters } from './writers.ts';

/* Labels and cards that two devices put somewhere, neither knowing of the other. */

const writers = startBeforeAll(startWriters);
const mia = makeBeforeEach(() => writers.newWriter());

/** Things and their places: `dampf@oben regen@unten`. */
const pairs = (put: string) => put.split(' ').map((text) => text.split('@') as [string, string]);
const labels = (put: string) => ({
  basic_answer_type: 'match_position' as const,
  labels: pairs(put).map(([label_id, position_id]) => ({ label_id, position_id })),
});
const cards = (put: string) => ({
  basic_answer_type: 'match_place' as const,
  cards: pairs(put).map(([card_id, place_id]) => ({ card_id, place_id })),
});

async function merge(content: ReturnType<typeof labels> | ReturnType<typeof cards>) {
  const answer = { ...exercise_dto, answer_id: 'a', content, is_done: false, version: 0 };
  const { outcomes, answers, conflict_copies } = await mia.clag.exerciseSaveAndGetUserData({
    body: {
      ...mia.issue,
      exercise_ids: [exercise_dto.exercise_id],
      answers: [answer],
      with_conflict_copies: true,
    },
  });
  return {
    outcome: outcomes[0]!.outcome,
    content: answers[0]!.content,
    copies: conflict_copies!.map((copy) => copy.content),
  };
}

/** @param both default: the second */
type Row = [what: string, first: string, second: string, isCopied: boolean, both?: string];

const ofLabels: readonly Row[] = [
  ['others', 'dampf@oben', 'regen@unten', false, 'dampf@oben regen@unten'],
  ['more of the same', 'dampf@oben', 'regen@unten dampf@oben', false],
  ['fewer of the same', 'dampf@oben regen@unten', 'dampf@oben', false, 'dampf@oben regen@unten'],
  ['the same elsewhere', 'dampf@oben regen@unten', 'dampf@unten', true, 'dampf@unten regen@unten'],
  ['the same in another order', 'dampf@oben regen@unten', 'regen@unten dampf@oben', false],
];
const threeSolids = 'eis@fest schnee@fest hagel@fest';
const ofCards: readonly Row[] = [
  ['others', 'eis@fest', 'see@nass', false, 'eis@fest see@nass'],
  ['others at their place', threeSolids, 'eis@fest reif@fest', false, `${threeSolids} reif@fest`],
  [
    'fewer of the same',
    `${threeSolids} see@nass`,
    'eis@fest see@nass',
    false,
    `${threeSolids} see@nass`,
  ],
  ['the same elsewhere', 'eis@fest see@nass', 'see@fest', true, 'eis@fest see@fest'],
  ['the same in another order of places', 'eis@fest see@nass', 'see@nass eis@fest', false],
  [
    'the same in another order at their place',
    'eis@fest schnee@fest',
    'schnee@fest eis@fest',
    true,
  ],
];

describe.each([
  { kind: 'labels', put: labels, rows: ofLabels },
  { kind: 'cards', put: cards, rows: ofCards },
])('$kind', ({ put, rows }) => {
  test.each(rows)('are united with %s', async (_what, first, second, isCopied, both = second) => {
    await merge(put(first));
    expect(await merge(put(second))).toEqual({
      outcome: both === second ? 'stored' : 'merged',
      content: put(both),
      copies: isCopied ? [put(first)] : [],
    });
  });
});
