import * as z from 'zod/mini';
import { activity } from './activity.ts';
import { actor, agentAsObject, authority, group } from './agent.ts';
import { attachment } from './attachment.ts';
import { context2, statementRef } from './context.ts';
import { result } from './result.ts';
import type { strictTimestamp, xapiTimestamp } from './timestamp.ts';
import { uuid } from './uuid.ts';
import { verb, voidingVerbId } from './verb.ts';
import { list } from '../../scalars.ts';

/*
 * Members of a statement in both versions of xAPI: 1.0.3, Data 2.4, and 2.0, IEEE 9274.1.1, 4.2. The versions
 * differ in the context and in which versions a statement may name.
 */

/** Deepest nesting that a statement may have; what people record stays below ten. */
const statementDepthMaximum = 64;

/**
 * Each statement is gone through: a loop over values takes less than half the time of one over names,
 * and that less than half the time of `every`.
 */
function isRecordable(value: unknown, depth = 0): boolean {
  // A number too great for JSON in JavaScript would be recorded as null.
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= statementDepthMaximum) return false;
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const member of members) {
    if (!isRecordable(member, depth + 1)) return false;
  }
  return true;
}

/** Members that the rules read. */
interface Ruled {
  readonly verb: { readonly id: string };
  readonly object: { readonly objectType?: string | undefined };
  readonly context?:
    | { readonly revision?: string | undefined; readonly platform?: string | undefined }
    | undefined;
}

const isAboutActivity = ({ object }: Ruled) => (object.objectType ?? 'Activity') === 'Activity';

/** Rules of a statement and a sub-statement, beyond the shape of each member. */
export const statementRules = [
  z.refine<Ruled>(
    (statement) =>
      statement.verb.id !== voidingVerbId || statement.object.objectType === 'StatementRef',
    { error: 'has to be a StatementRef: the statement voids another', path: ['object'] },
  ),
  z.refine<Ruled>(
    (statement) => statement.context?.revision === undefined || isAboutActivity(statement),
    { error: 'is only for activities', path: ['context', 'revision'] },
  ),
  z.refine<Ruled>(
    (statement) => statement.context?.platform === undefined || isAboutActivity(statement),
    { error: 'is only for activities', path: ['context', 'platform'] },
  ),
] as const;

export const recordable = z.refine<object>(
  (statement) => isRecordable(statement),
  `nested deeper than ${statementDepthMaximum}, or with a number that is none`,
);

const attachments = z.optional(list('Files that belong to it, in order.', attachment));

/** Objects of a statement; a sub-statement has none within itself. */
const innerObjects = [activity, agentAsObject, group, statementRef] as const;

/**
 * The members of a statement, but for its version.
 *
 * @param time a point in time with this description, as the version allows it
 */
export function membersWith<Context extends z.ZodMiniType<NonNullable<Ruled['context']>>>(
  context: Context,
  time: typeof strictTimestamp | typeof xapiTimestamp,
) {
  const happened = z.optional(time('When it happened.'));
  const inner = {
    actor,
    verb,
    result: z.optional(result),
    context: z.optional(context),
    timestamp: happened,
    attachments,
  };
  const subStatement = z
    .strictObject({
      objectType: z.literal('SubStatement'),
      ...inner,
      object: z.discriminatedUnion('objectType', innerObjects),
    })
    .check(...statementRules);
  return {
    id: z.optional(uuid('Id of the statement; made where it has none.')),
    ...inner,
    object: z.discriminatedUnion('objectType', [...innerObjects, subStatement]),
    stored: z.optional(time('Set by the service, whatever stands there.')),
    authority: z.optional(authority),
  };
}

export function versionLike(pattern: RegExp, fault: string) {
  return z.optional(
    z.string().check(z.regex(pattern, fault), z.describe('Version of xAPI that it keeps to.')),
  );
}

/** The members of a statement of version 2.0. */
export function members2(time: typeof strictTimestamp | typeof xapiTimestamp) {
  return {
    ...membersWith(context2, time),
    // A store of version 2.0 takes in what one of version 1.0 has recorded (IEEE 9274.1.1, 4.2.4.3).
    version: versionLike(/^[12]\.0(?:\.\d+)?$/, 'not a version 1.0.x or 2.0.x'),
  };
}
