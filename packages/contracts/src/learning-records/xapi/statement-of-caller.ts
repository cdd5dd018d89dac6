import * as z from 'zod/mini';
import { members2, recordable, statementRules } from './statement-members.ts';
import { strictTimestamp } from './timestamp.ts';

/**
 * A statement whose `actor` and `authority` are set by the store, over any that stand there. Apart
 * from the others, so that a browser needs only this one.
 */
export const statementOfCaller = z
  .strictObject({
    ...members2(strictTimestamp),
    actor: z.optional(z.looseObject({})),
    authority: z.optional(z.looseObject({})),
  })
  .check(...statementRules, recordable);
