import * as z from 'zod/mini';
import { iri } from './iri.ts';
import { languageMap } from './language-map.ts';

/** A verb (xAPI 1.0.3, Data 2.4.3; IEEE 9274.1.1, 4.2.2.2). */
export const verb = z.strictObject({
  id: iri('What was done, as an IRI.'),
  display: z.optional(languageMap('What was done, for people.')),
});
export type Verb = z.infer<typeof verb>;

/** Verb of a statement that voids another (xAPI 1.0.3, Data 2.3.2). */
export const voidingVerbId = 'http://adlnet.gov/expapi/verbs/voided';
