import * as z from 'zod/mini';
import { identifier, integer, text } from '../scalars.ts';
import type { MakeObject } from './versioned-item.ts';

/** In which text an annotation stands (specification, section 3). */
export const annotationLocation = z.enum([
  'topic_title',
  'topic_text',
  'exercise_title',
  'exercise_text',
  'answer_user_text',
  'answer_shared_text',
  'note_title',
  'note_text',
]);

/** Longest passage that can be marked, and most of what stands around it, in UTF-16 code units. */
const exactMaximumLength = 5_000;
const surroundingMaximumLength = 200;

const codePoints = (description: string) => integer(0, 10_000_000, description);

/** Which texts of a topic or an exercise a location can mean, and what it then has to name. */
function namesItsText({
  location,
  note_id,
  answer_id,
}: {
  readonly location: string;
  readonly note_id?: string | undefined;
  readonly answer_id?: string | undefined;
}): boolean {
  return (
    location.startsWith('note_') === (note_id !== undefined) &&
    location.startsWith('answer_') === (answer_id !== undefined)
  );
}

/**
 * A range of a text, held by what it says and by where it stands, so that it is found again after
 * small edits: the quote decides, the position tells equal passages apart. (Text quote and text
 * position selectors of the W3C Web Annotation Data Model, sections 4.2.4 and 4.2.5.)
 */
export function textAnchor(object: MakeObject) {
  return object({
    location: annotationLocation,
    note_id: z.optional(
      z.uuid().check(z.describe('Whose title or text it is: with a location `note_…` only.')),
    ),
    answer_id: z.optional(identifier('Whose text it is: with a location `answer_…` only.')),
    quote: object({
      exact: text(exactMaximumLength, 'The passage itself.'),
      prefix: z.optional(text(surroundingMaximumLength, 'What stands right before it.')),
      suffix: z.optional(text(surroundingMaximumLength, 'What stands right after it.')),
    }),
    position: object({
      start: codePoints('Code points of the text before the passage.'),
      end: codePoints('Code points of the text before what follows the passage.'),
    }).check(z.refine(({ start, end }) => start < end, 'The passage ends before it starts.')),
  }).check(
    z.refine(
      namesItsText,
      'note_id belongs to the locations of a note and answer_id to those of an answer, and only there.',
    ),
  );
}
