import { describe, expect, test } from 'vitest';
import { makeBeforeEach, startBeforeAll } from '../platform.ts';
import { exercise_dto, startWriters } from './writers.ts';

/* Labels and cards that two devices put somewhere, neither knowing of the other. */

const writers = startBeforeAll(startWriters);
const mia = makeBeforeEach(() => writers.newWriter());

/** `dampf@oben`: what was put where. */
type Put = readonly `${string}@${string}`[];

const pairs = (put: Put) => put.map((text) => text.split('@') as [string, string]);
const labels = (put: Put) => ({
  basic_answer_type: 'match_position' as const,
  labels: pairs(put).map(([label_id, position_id]) => ({ label_id, position_id })),
});
const cards = (put: Put) => ({
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

type Row = readonly [
  what: string,
  first: Put,
  second: Put,
  both: Put,
  outcome: string,
  copied: boolean,
];

describe('labels', () => {
  const rows: readonly Row[] = [
    ['others', ['dampf@oben'], ['regen@unten'], ['dampf@oben', 'regen@unten'], 'merged', false],
    [
      'more of the same',
      ['dampf@oben'],
      ['regen@unten', 'dampf@oben'],
      ['regen@unten', 'dampf@oben'],
      'stored',
      false,
    ],
    [
      'fewer of the same',
      ['dampf@oben', 'regen@unten'],
      ['dampf@oben'],
      ['dampf@oben', 'regen@unten'],
      'merged',
      false,
    ],
    [
      'the same elsewhere',
      ['dampf@oben', 'regen@unten'],
      ['dampf@unten'],
      ['dampf@unten', 'regen@unten'],
      'merged',
      true,
    ],
    [
      'the same in another order',
      ['dampf@oben', 'regen@unten'],
      ['regen@unten', 'dampf@oben'],
      ['regen@unten', 'dampf@oben'],
      'stored',
      false,
    ],
  ];
  test.each(rows)('are united with %s', async (_what, first, second, both, outcome, copied) => {
    await merge(labels(first));
    expect(await merge(labels(second))).toEqual({
      outcome,
      content: labels(both),
      copies: copied ? [labels(first)] : [],
    });
  });
});

describe('cards', () => {
  const rows: readonly Row[] = [
    ['others', ['eis@fest'], ['see@nass'], ['eis@fest', 'see@nass'], 'merged', false],
    [
      'others at their place',
      ['eis@fest', 'schnee@fest', 'hagel@fest'],
      ['eis@fest', 'reif@fest'],
      ['eis@fest', 'schnee@fest', 'hagel@fest', 'reif@fest'],
      'merged',
      false,
    ],
    [
      'fewer of the same',
      ['eis@fest', 'schnee@fest', 'see@nass'],
      ['eis@fest', 'see@nass'],
      ['eis@fest', 'schnee@fest', 'see@nass'],
      'merged',
      false,
    ],
    [
      'the same elsewhere',
      ['eis@fest', 'see@nass'],
      ['see@fest'],
      ['eis@fest', 'see@fest'],
      'merged',
      true,
    ],
    [
      'the same in another order of places',
      ['eis@fest', 'see@nass'],
      ['see@nass', 'eis@fest'],
      ['see@nass', 'eis@fest'],
      'stored',
      false,
    ],
    [
      'the same in another order at their place',
      ['eis@fest', 'schnee@fest'],
      ['schnee@fest', 'eis@fest'],
      ['schnee@fest', 'eis@fest'],
      'stored',
      true,
    ],
  ];
  test.each(rows)('are united with %s', async (_what, first, second, both, outcome, copied) => {
    await merge(cards(first));
    expect(await merge(cards(second))).toEqual({
      outcome,
      content: cards(both),
      copies: copied ? [cards(first)] : [],
    });
  });
});
