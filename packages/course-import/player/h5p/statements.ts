import type { H5pCourse } from '../../src/course.ts';
import type { MadeStatement } from '../cmi/statements.ts';

/** Longest response that is kept, in characters: drawings and recordings belong into the state. */
const responseMaximumLength = 8_000;

/**
 * A statement of H5P as one of the platform: without actor, under an id and a time of its own, about an
 * activity of this course. Nothing for what is no statement.
 */
export function statementOf(course: H5pCourse, statement: Members): MadeStatement | undefined {
  const { verb, object, result, context } = statement;
  if (!isObject(verb) || typeof verb['id'] !== 'string' || !isObject(object)) return undefined;
  const id = typeof object['id'] === 'string' ? object['id'] : course.activityBase;
  return {
    id: crypto.randomUUID(),
    verb: { ...verb, id: verb['id'] },
    object: objectOf(object, id),
    ...(isObject(result) && { result: resultOf(result) }),
    ...(isObject(context) && { context }),
    timestamp: new Date().toISOString(),
  };
}

/** Interaction types of xAPI (1.0.3, part two, section 2.4.4.1); H5P has some of its own: `compound`. */
const interactionTypes: ReadonlySet<unknown> = new Set([
  'true-false',
  'choice',
  'fill-in',
  'long-fill-in',
  'matching',
  'performance',
  'sequencing',
  'likert',
  'numeric',
  'other',
]);

function objectOf(object: Members, id: string): Members & { readonly id: string } {
  const { definition } = object;
  if (!isObject(definition) || !('interactionType' in definition)) return { ...object, id };
  if (interactionTypes.has(definition['interactionType'])) return { ...object, id };
  return { ...object, id, definition: { ...definition, interactionType: 'other' } };
}

/** The score of a statement (section 2.4.5): bounds only where there is something between them. */
function scoreOf(score: Members): Members {
  const { min, max, ...others } = score;
  const { raw } = score;
  const low = typeof min === 'number' ? min : -Infinity;
  const high = typeof max === 'number' ? max : Infinity;
  const fits = low < high && (typeof raw !== 'number' || (low <= raw && raw <= high));
  return fits ? score : others;
}

function resultOf(result: Members): Members {
  const { response, score, ...others } = result;
  const rest = isObject(score) ? { ...others, score: scoreOf(score) } : others;
  if (response === undefined) return rest;
  return {
    ...rest,
    response: (typeof response === 'string' ? response : JSON.stringify(response)).slice(
      0,
      responseMaximumLength,
    ),
  };
}

type Members = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
