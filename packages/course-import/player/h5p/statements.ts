import type { H5pCourse } from '../../src/course.ts';
import type { MadeStatement } from '../cmi/statements.ts';

/** Longest response that is kept, in characters: drawings and recordings belong into the state. */
const responseMaximumLength = 8_000;

/**
 * A statement of H5P as one of the platform: without actor, under an id and a time of its own, about an
 * activity of this course. Nothing for what is no statement.
 */
export function statementOf(
  course: H5pCourse,
  given: Readonly<Record<string, unknown>>,
): MadeStatement | undefined {
  const { verb, object, result, context } = given;
  if (!isObject(verb) || typeof verb['id'] !== 'string' || !isObject(object)) return undefined;
  const id = typeof object['id'] === 'string' ? object['id'] : course.activityBase;
  return {
    id: crypto.randomUUID(),
    verb: { ...verb, id: verb['id'] },
    object: { ...object, id },
    ...(isObject(result) && { result: resultOf(result) }),
    ...(isObject(context) && { context }),
    timestamp: new Date().toISOString(),
  };
}

function resultOf(result: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { response, ...rest } = result;
  if (response === undefined) return rest;
  return {
    ...rest,
    response: (typeof response === 'string' ? response : JSON.stringify(response)).slice(
      0,
      responseMaximumLength,
    ),
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
