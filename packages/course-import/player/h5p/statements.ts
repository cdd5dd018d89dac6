import type { H5pCourse } from '../../src/course.ts';
import { interactionTypes } from '../cmi/activities.ts';
import { isDuration } from '../cmi/duration.ts';
import { scoreFrom, type Score } from '../cmi/progress.ts';
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

function objectOf(object: Members, id: string): Members & { readonly id: string } {
  const { definition } = object;
  if (!isObject(definition) || !('interactionType' in definition)) return { ...object, id };
  if (interactionTypes.has(definition['interactionType'])) return { ...object, id };
  const { choices: _1, scale: _2, source: _3, target: _4, steps: _5, ...others } = definition;
  return { ...object, id, definition: { ...others, interactionType: 'other' } };
}

/** Members with a value that the platform takes (section 2.4.5): others would cost the statement. */
function resultOf(result: Members): Members {
  const { score, success, completion, response, duration, extensions } = result;
  return {
    ...(isObject(score) && { score: scoreOf(score) }),
    ...(typeof success === 'boolean' && { success }),
    ...(typeof completion === 'boolean' && { completion }),
    // Negative where the clock was set back.
    ...(isDuration(duration) && { duration }),
    ...(isObject(extensions) && { extensions }),
    ...(response !== undefined && {
      response: (typeof response === 'string' ? response : JSON.stringify(response)).slice(
        0,
        responseMaximumLength,
      ),
    }),
  };
}

function scoreOf(score: Members): Score {
  const number = (name: keyof Score) =>
    Number.isFinite(score[name]) ? (score[name] as number) : undefined;
  return scoreFrom({
    scaled: number('scaled'),
    raw: number('raw'),
    min: number('min'),
    max: number('max'),
  });
}

type Members = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
