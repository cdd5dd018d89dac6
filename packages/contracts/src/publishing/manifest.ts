import * as z from 'zod/mini';
import { mediaType } from '../files/asset.ts';
import { identifier, list, text } from '../scalars.ts';
import {
  exerciseGroup,
  exerciseParts,
  publicationHead,
  publicationLimits,
  themaPlace,
  topicParts,
} from './publication.ts';

/* `lectern.json`: what the author of a folder says about it, so that one command can publish it. */

const fileName = (description: string) => text(1_024, description);

const textSource = z.optional(
  fileName(
    'Where its text stands: a file of HTML or plain text, such as regen.html; with # and the id of an element, that element alone, such as regen.html#einleitung.',
  ),
);

const patterns = (description: string) =>
  z.optional(list(description, fileName('A file or a pattern, such as img/**.')));

/** The manifest of a folder that can be published. */
export const manifest = z
  .strictObject({
    $schema: z.optional(text(2_048, 'Address of the schema, for editors.')),
    ...publicationHead,
    topics: list(
      'The topics (pages) in reading order.',
      z.strictObject({
        ...topicParts,
        thema_id: z.optional(
          themaPlace.thema_id.check(
            z.describe('`themaId` of a deep link. Default: the topic above, at the top itself.'),
          ),
        ),
        sub_thema_number: z.optional(
          themaPlace.sub_thema_number.check(
            z.describe(
              '`subThemaNumber` of a deep link. Default: its place in the thema among the topics of one parent, from 1.',
            ),
          ),
        ),
        text: textSource,
      }),
    ).check(z.minLength(1), z.maxLength(publicationLimits.topics)),
    exercises: z.optional(
      list(
        'The exercises; within a topic in reading order.',
        z.strictObject({
          ...exerciseParts,
          exercise_group_id: z.optional(
            exerciseGroup.exercise_group_id.check(
              z.describe('`exerciseGroupId` of a deep link. Default: the id of the exercise.'),
            ),
          ),
          text: textSource,
        }),
      ).check(z.maxLength(publicationLimits.exercises)),
    ),
    files: patterns('Which files of the folder belong to the issue.'),
    public_files: patterns('Which of them are given without a licence.'),
    media_types: z.optional(
      z
        .record(
          identifier('A file name extension, such as .glb.').check(z.regex(/^\.[^./\\]+$/)),
          mediaType,
        )
        .check(z.describe('Media types of files by extension, where the usual one does not fit.')),
    ),
  })
  .check(z.describe('Manifest of a folder that `lectern-author publish` publishes.'));

export type Manifest = z.infer<typeof manifest>;

/** The same as a JSON schema (draft 2020-12), for editors. */
export function manifestJsonSchema(): object {
  return z.toJSONSchema(manifest, { io: 'input', reused: 'inline' });
}
