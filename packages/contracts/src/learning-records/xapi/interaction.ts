import * as z from 'zod/mini';
import { languageMap } from './language-map.ts';
import { list } from '../../scalars.ts';

/* Questions and their answers: xAPI 1.0.3, Data 2.4.4.1, "Interaction Activities"; IEEE 9274.1.1, 4.2.2.3. */

/** Lists of components, by the interactions that have them. */
const listsByType = {
  'true-false': [],
  choice: ['choices'],
  'fill-in': [],
  'long-fill-in': [],
  matching: ['source', 'target'],
  performance: ['steps'],
  sequencing: ['choices'],
  likert: ['scale'],
  numeric: [],
  other: [],
} as const satisfies Record<string, readonly ComponentList[]>;

const lists = ['choices', 'scale', 'source', 'target', 'steps'] as const;
type ComponentList = (typeof lists)[number];

const components = z
  .array(
    z.strictObject({
      id: z.string().check(z.describe('Names it within its list.')),
      description: z.optional(languageMap('What it says.')),
    }),
  )
  .check(
    z.refine(
      (components) => new Set(components.map(({ id }) => id)).size === components.length,
      'has an id twice',
    ),
  );

export const interactionProperties = {
  interactionType: z.optional(
    z
      .enum(Object.keys(listsByType) as (keyof typeof listsByType)[])
      .check(z.describe('Kind of question; required where there is anything else about one.')),
  ),
  // Patterns are not checked: the specification leaves it to each store (Data 2.4.4.1), and an answer is worth
  // keeping whatever its question says is right.
  correctResponsesPattern: z.optional(list('The answers that are right.', z.string())),
  choices: z.optional(components),
  scale: z.optional(components),
  source: z.optional(components),
  target: z.optional(components),
  steps: z.optional(components),
};
type Interaction = z.infer<z.ZodMiniObject<typeof interactionProperties>>;

/** That a definition has nothing which its interaction does not have. */
export const interactionRules = [
  z.refine<Interaction>(
    (definition) =>
      definition.interactionType !== undefined ||
      (definition.correctResponsesPattern === undefined &&
        lists.every((list) => definition[list] === undefined)),
    { error: 'is missing', path: ['interactionType'] },
  ),
  z.refine<Interaction>(
    (definition) =>
      definition.interactionType === undefined ||
      lists.every(
        (list) =>
          definition[list] === undefined ||
          (listsByType[definition.interactionType!] as readonly string[]).includes(list),
      ),
    'has a list of components that is none of its interactionType',
  ),
] as const;
