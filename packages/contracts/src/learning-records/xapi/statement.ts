import * as z from 'zod/mini';
import { contextMembers } from './context.ts';
import {
  members2,
  membersWith,
  recordable,
  statementRules,
  versionLike,
} from './statement-members.ts';
import { xapiTimestamp, xapiTimestamp1 } from './timestamp.ts';

/** A statement of version 1.0.3 (Data 2.4). */
export const statement1 = z
  .strictObject({
    ...membersWith(z.strictObject(contextMembers), xapiTimestamp1),
    version: versionLike(/^1\.0(?:\.\d+)?$/, 'not a version 1.0.x'),
  })
  .check(...statementRules, recordable);

/** A statement of version 2.0 (IEEE 9274.1.1, 4.2). */
export const statement2 = z
  .strictObject(members2(xapiTimestamp))
  .check(...statementRules, recordable);
export type Statement = z.infer<typeof statement2>;
export type SubStatement = Extract<Statement['object'], { objectType: 'SubStatement' }>;
