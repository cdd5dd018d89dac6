import * as z from 'zod/mini';
import { activity } from './activity.ts';
import { actor, agent, group } from './agent.ts';
import { extensions } from './extensions.ts';
import { iri } from './iri.ts';
import { languageTag } from './language-map.ts';
import { uuid } from './uuid.ts';
import { list } from '../../scalars.ts';

/** Points to another statement (xAPI 1.0.3, Data 2.4.4.3). */
export const statementRef = z.strictObject({
  objectType: z.literal('StatementRef'),
  id: uuid('Id of the statement.'),
});

/**
 * Activities, or a single one: what comes out is a list, as which it has to be told in any case (xAPI
 * 1.0.3, Data 2.4.6.2).
 */
const activities = z.optional(
  z.pipe(
    z.transform((value: unknown) => (Array.isArray(value) ? (value as unknown[]) : [value])),
    z.array(activity),
  ),
);

const contextActivities = z.strictObject({
  parent: activities,
  grouping: activities,
  category: activities,
  other: activities,
});

/** The circumstances, as both versions have them. */
export const contextMembers = {
  registration: z.optional(uuid('Of which registration it is.')),
  instructor: z.optional(actor),
  team: z.optional(group),
  contextActivities: z.optional(contextActivities),
  revision: z.optional(z.string().check(z.describe('Revision of the activity.'))),
  platform: z.optional(z.string().check(z.describe('Where the activity runs.'))),
  language: z.optional(languageTag()),
  statement: z.optional(statementRef),
  extensions: z.optional(extensions()),
};

const relevantTypes = z.optional(
  list('In which roles they are concerned.', iri('Kind of activity.')).check(
    z.minLength(1, 'must not be empty'),
  ),
);

/** The circumstances, in version 2.0 (IEEE 9274.1.1, 4.2.2.5): with whom else they concern. */
export const context2 = z.strictObject({
  ...contextMembers,
  contextAgents: z.optional(
    z.array(z.strictObject({ objectType: z.literal('contextAgent'), agent, relevantTypes })),
  ),
  contextGroups: z.optional(
    z.array(z.strictObject({ objectType: z.literal('contextGroup'), group, relevantTypes })),
  ),
});
