import * as z from 'zod/mini';
import { flag, identifier, list, timestamp } from '../scalars.ts';
import { drawing } from './drawing.ts';
import { versionedItemWith, type MakeObject } from './versioned-item.ts';

/** How an exercise is answered (specification, section 3). */
export const basicAnswerType = z.enum([
  'essay',
  'choice',
  'match_keyboard',
  'match_position',
  'match_place',
  'sketchpad',
]);

/** Longest text of an essay, in UTF-16 code units. */
const essayMaximumLength = 262_144;
const gapMaximumLength = 2_000;
/** Most gaps, labels, cards or choices of one answer. */
const partsMaximum = 500;

const essayText = (description: string) =>
  z.string().check(z.maxLength(essayMaximumLength), z.describe(description));

const parts = <const Part extends z.core.SomeType>(part: Part, description: string) =>
  list(description, part).check(z.maxLength(partsMaximum));

const { entries } = basicAnswerType.def;

const sharedText = essayText('What teachers see of a group that the subject shares Answers with.');
const ownEssay = {
  text: essayText('What the subject wrote for itself; may be empty.'),
  shared_text: z.optional(sharedText),
};

/** Content of an answer; its fields depend on the basic answer type. */
function answerContent<const Essay extends z.core.$ZodLooseShape>(
  object: MakeObject,
  essay: Essay,
) {
  return z.discriminatedUnion('basic_answer_type', [
    object({ basic_answer_type: z.literal(entries.essay), ...essay }),
    object({
      basic_answer_type: z.literal(entries.choice),
      choice_ids: parts(identifier('A choice.'), 'The choices that are ticked.'),
    }),
    object({
      basic_answer_type: z.literal(entries.match_keyboard),
      gaps: parts(
        object({
          gap_id: identifier('The gap.'),
          text: z.string().check(z.maxLength(gapMaximumLength), z.describe('What was typed.')),
        }),
        'The gaps that are filled, each once.',
      ),
    }),
    object({
      basic_answer_type: z.literal(entries.match_position),
      labels: parts(
        object({
          label_id: identifier('The label.'),
          position_id: identifier('Where in the picture it was put.'),
        }),
        'The labels that are put somewhere, each once.',
      ),
    }),
    object({
      basic_answer_type: z.literal(entries.match_place),
      cards: parts(
        object({
          card_id: identifier('The card.'),
          place_id: identifier('The place that it was sorted into.'),
        }),
        'The cards that are sorted, in the order within their places.',
      ),
    }),
    object({ basic_answer_type: z.literal(entries.sketchpad), drawing: drawing(object) }),
  ]);
}

const answerOf = <
  const Essay extends z.core.$ZodLooseShape,
  const More extends z.core.$ZodLooseShape,
>(
  essay: Essay,
  more: More,
) =>
  versionedItemWith(
    {
      exercise_id: identifier('The exercise.'),
      answer_id: identifier('The task within the exercise that is answered.'),
    },
    (object) => ({
      content: answerContent(object, essay),
      is_done: flag('Whether the subject has finished the task.'),
      score_in_percent: z.optional(
        z.number().check(z.gte(0), z.lte(100), z.describe('As the publication scored it.')),
      ),
    }),
    more,
  );

/** A subject's answer to one task of an exercise; most exercises have one task. */
export const answer = answerOf(ownEssay, {
  shared_at: z.optional(
    timestamp(
      'When the version that leaders see was stored; a change of `text` alone keeps it. Absent: unknown, as of a conflict copy.',
    ),
  ),
});

/** An answer as the leaders of a group read it. */
export const sharedAnswer = answerOf({ shared_text: sharedText }, {}).stored;
