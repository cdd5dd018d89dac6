import * as z from 'zod/mini';
import { basicAnswerType } from '../annotations/answer.ts';
import { difficulty, exerciseType } from '../annotations/exercise-toc.ts';
import { contentHash, distributionChannel, mediaType, sizeInBytes } from '../files/asset.ts';
import { flag, identifier, integer, list, reference, text } from '../scalars.ts';

/*
 * A publication: an issue of a course with its topics and exercises in reading order. The calls and the manifest
 * of the command line are made of the same parts.
 */

/** Most of each that one issue has. */
export const publicationLimits = {
  topics: 5_000,
  exercises: 20_000,
  files: 20_000,
  products: 20,
  /** UTF-16 code units of one text. */
  textLength: 200_000,
  /** Characters (code points) of all texts, each as often as it is named: some 8,000 pages. */
  textsLength: 16_000_000,
  /** Bytes of one file: what S3 takes in one piece, 5 GiB. */
  fileBytes: 5 * 1024 ** 3,
} as const;

/** Names an issue, as its publisher does. */
export const issueKey = {
  course_id: identifier('The course.'),
  issue_id: identifier('The issue (edition) of the course.'),
};

/** Which publisher, which course, which issue, and what opens it. */
export const publicationHead = {
  mandant_identifier: reference('The publisher.'),
  course: z.strictObject({
    course_id: issueKey.course_id,
    title: text(255, 'Title of the course.'),
  }),
  issue: z.strictObject({
    issue_id: issueKey.issue_id,
    title: text(255, 'Title of the issue.'),
    distribution_channel: distributionChannel,
  }),
  product_references: list(
    'Products whose licences open the files and texts of the issue.',
    reference('A product of the publisher.'),
  ).check(
    z.maxLength(publicationLimits.products),
    z.refine((products) => new Set(products).size === products.length, 'A product appears twice.'),
  ),
  titles: z.optional(
    z
      .enum(['public', 'licensed'])
      .check(
        z.describe(
          'Who sees the titles of topics and exercises, and how they stand: everybody, or only users to whom a licence opens the issue. Default: licensed.',
        ),
      ),
  ),
};

const subThemaMaximum = 100_000;

/** A topic without its texts. */
export const topicParts = {
  topic_id: identifier('The topic (page).'),
  parent_topic_id: z.optional(
    identifier('The topic above it, which stands before it; absent at the top.'),
  ),
  title: text(255, 'Title of the topic.'),
};

/** Where deep links lead to it (specification, section 2). */
export const themaPlace = {
  thema_id: identifier('`themaId` of a deep link.'),
  sub_thema_number: integer(
    1,
    subThemaMaximum,
    '`subThemaNumber` of a deep link: the place in the thema.',
  ),
};

/** An exercise without its texts. */
export const exerciseParts = {
  exercise_id: identifier('The exercise.'),
  topic_id: identifier('The topic that it stands in.'),
  title: text(255, 'Title of the exercise.'),
  exercise_type: exerciseType,
  basic_answer_type: z.optional(basicAnswerType),
  difficulty: z.optional(difficulty),
};

export const exerciseGroup = {
  exercise_group_id: identifier('Exercise group that it belongs to, as in the deep link.'),
};

/** A name in a path: nothing hidden, no separators of other systems, nothing that people cannot see. */
const pathPattern =
  /^(?!\.)[^/\\\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+(?:\/(?!\.)[^/\\\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+)*$/u;

/** A file's place in the folder that was published. */
export const filePath = identifier(
  'Path below the folder, with slashes, such as img/see.svg.',
).check(z.regex(pathPattern, 'Names divided by slashes, none of which begins with a dot.'));

/** A file as it is announced; its bytes go to the file gateway. */
export const announcedFile = z.strictObject({
  path: filePath,
  content_hash: contentHash,
  size_in_bytes: sizeInBytes(publicationLimits.fileBytes),
  media_type: mediaType,
  is_public: flag('The file is given without a licence.'),
});

/** PostgreSQL's integer. */
const greatestVersion = 2_147_483_647;

/** Versions of an issue count from 1, in the order in which they were begun. */
export const issueVersion = (description: string) => integer(1, greatestVersion, description);

/** The version that a request was made on; 0: the issue has none yet. */
export const expectedVersion = integer(
  0,
  greatestVersion,
  'Version that is current, as the request knows it; 0: none.',
);
