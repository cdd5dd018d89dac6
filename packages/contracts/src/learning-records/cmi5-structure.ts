import * as z from 'zod/mini';
import { iri } from './xapi/iri.ts';
import { languageTag } from './xapi/language-map.ts';

/*
 * The structure of a cmi5 course (cmi5, section 13.1): what its `cmi5.xml` says, as a flat list of blocks
 * and of assignable units, so that nothing is nested without an end.
 */

/**
 * Where the structure of a course stands among the files of its issue, as RFC 8785 writes it: so the file's
 * SHA-256 is the structure's hash.
 */
export const cmi5StructureFile = 'cmi5-structure.json';

/** cmi5 wants more than 1,000 assignable units supported (section 6.1). */
export const cmi5Limits = { aus: 5_000, blocks: 5_000, objectives: 5_000 } as const;

const languagesMaximum = 100;
const textMaximumLength = 10_000;

const texts = (description: string) =>
  z.record(languageTag(), z.string().check(z.maxLength(textMaximumLength))).check(
    z.refine(
      (value) => Object.keys(value).length <= languagesMaximum,
      `At most ${languagesMaximum} languages.`,
    ),
    z.describe(description),
  );

const titled = { title: texts('Its title.'), description: texts('Its description.') };
const objectiveIds = z.optional(
  z.array(iri('Id of an objective of the course.')).check(z.maxLength(cmi5Limits.objectives)),
);
const parentId = z.optional(
  iri('Id of the block that it is in, which stands before it; absent: the course.'),
);

/** Condition of an assignable unit (cmi5, section 13.1.4). */
export const cmi5MoveOn = z.enum([
  'NotApplicable',
  'Passed',
  'Completed',
  'CompletedAndPassed',
  'CompletedOrPassed',
]);

export const cmi5LaunchMethod = z
  .enum(['AnyWindow', 'OwnWindow'])
  .check(z.describe('Whether it may be shown in a frame.'));

const block = z.strictObject({
  id: iri('Id that the publisher gave it.'),
  parent_id: parentId,
  ...titled,
  objective_ids: objectiveIds,
});

const au = z.strictObject({
  id: iri('Id that the publisher gave it.'),
  parent_id: parentId,
  ...titled,
  objective_ids: objectiveIds,
  url: z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(2048),
      z.describe('Its address, relative to the content, or a whole one.'),
    ),
  launch_method: cmi5LaunchMethod,
  move_on: cmi5MoveOn,
  mastery_score: z.optional(
    z.number().check(
      z.gte(0),
      z.lte(1),
      z.refine((score) => Number(score.toFixed(4)) === score, 'More than four decimal places.'),
      z.describe('Scaled score from which on it is passed.'),
    ),
  ),
  launch_parameters: z.optional(z.string().check(z.maxLength(textMaximumLength))),
  entitlement_key: z.optional(z.string().check(z.maxLength(textMaximumLength))),
  activity_type: z.optional(z.string().check(z.maxLength(2048))),
});

const structure = z.strictObject({
  id: iri('Id that the publisher gave the course.'),
  ...titled,
  objectives: z.optional(
    z
      .array(z.strictObject({ id: iri('Id of the objective.'), ...titled }))
      .check(z.maxLength(cmi5Limits.objectives)),
  ),
  blocks: z.array(block).check(z.maxLength(cmi5Limits.blocks)),
  aus: z.array(au).check(z.minLength(1), z.maxLength(cmi5Limits.aus)),
});

export const cmi5Structure = structure.check(
  z.refine((course) => {
    const ids = allIds(course);
    return new Set(ids).size === ids.length;
  }, 'An id appears twice.'),
  z.refine(parentsStand, 'A block stands before the one that it is in, or that one is not there.'),
  z.refine(({ blocks, aus }) => {
    const parents = new Set([...blocks, ...aus].map(({ parent_id }) => parent_id));
    return blocks.every(({ id }) => parents.has(id));
  }, 'A block has nothing in it.'),
  z.refine(({ blocks, aus, objectives = [] }) => {
    const objectiveIds = new Set(objectives.map(({ id }) => id));
    return [...blocks, ...aus].every(({ objective_ids = [] }) =>
      objective_ids.every((id) => objectiveIds.has(id)),
    );
  }, 'An objective is not there.'),
);

export type Cmi5Structure = z.infer<typeof cmi5Structure>;
export type Cmi5Au = Cmi5Structure['aus'][number];

function allIds({ id, blocks, aus }: Cmi5Structure): readonly string[] {
  return [id, ...blocks.map((block) => block.id), ...aus.map((one) => one.id)];
}

function parentsStand({ blocks, aus }: Cmi5Structure): boolean {
  const seenIds = new Set<string>();
  for (const { id, parent_id } of blocks) {
    if (parent_id !== undefined && !seenIds.has(parent_id)) return false;
    seenIds.add(id);
  }
  return aus.every(({ parent_id }) => parent_id === undefined || seenIds.has(parent_id));
}
