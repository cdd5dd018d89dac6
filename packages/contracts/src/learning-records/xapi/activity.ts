import * as z from 'zod/mini';
import { extensions } from './extensions.ts';
import { interactionProperties, interactionRules } from './interaction.ts';
import { iri } from './iri.ts';
import { languageMap } from './language-map.ts';

/** Definition of an activity (xAPI 1.0.3, Data 2.4.4.1; IEEE 9274.1.1, 4.2.2.3). */
export const activityDefinition = z
  .strictObject({
    name: z.optional(languageMap('What it is called.')),
    description: z.optional(languageMap('What it is.')),
    type: z.optional(iri('Kind of activity.')),
    moreInfo: z.optional(iri('Where people read about it.')),
    extensions: z.optional(extensions()),
    ...interactionProperties,
  })
  .check(...interactionRules);
export type ActivityDefinition = z.infer<typeof activityDefinition>;

/** Something to do: a course, a page, an exercise. Without an `objectType` an object is one. */
export const activity = z.strictObject({
  objectType: z.optional(z.literal('Activity')),
  id: iri('Names the activity.'),
  definition: z.optional(activityDefinition),
});
export type Activity = z.infer<typeof activity>;
