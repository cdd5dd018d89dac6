import type { Standard } from '../../src/course.ts';

/** State of a run-time library as JSON: `{cmi: {…}}`. */
export interface CmiDocument {
  readonly cmi: CmiObject;
  readonly [more: string]: unknown;
}
export interface CmiObject {
  readonly [element: string]: unknown;
}

/** A learner's progress in either standard, in the words of SCORM 2004 (RTE, section 4.2). */
export interface Progress {
  readonly completion: 'unknown' | 'not attempted' | 'incomplete' | 'completed';
  readonly success: 'unknown' | 'passed' | 'failed';
  readonly score?: Score;
  readonly interactions: readonly Interaction[];
}

/** As in a result (xAPI 1.0.3, part two, section 2.4.5.1): `scaled` from -1 to 1. */
export interface Score {
  readonly scaled?: number;
  readonly raw?: number;
  readonly min?: number;
  readonly max?: number;
}

/** A question that was answered. */
export interface Interaction {
  readonly id: string;
  readonly type?: string;
  readonly response?: string;
  /** As the content has written it: `correct`, `wrong`, a number. */
  readonly result?: string;
  readonly latency?: string;
  readonly description?: string;
  readonly correctResponses: readonly string[];
}

/** Reads what a library has rendered. What has another form than the standard's counts as unset. */
export function readProgress(standard: Standard, { cmi }: CmiDocument): Progress {
  const score = standard === 'scorm-1.2' ? scoreOf12(cmi) : scoreOf2004(cmi);
  return {
    ...(standard === 'scorm-1.2'
      ? statusOf12(textAt(cmi, 'core', 'lesson_status'))
      : {
          completion:
            oneOf(textAt(cmi, 'completion_status'), ['not attempted', 'incomplete', 'completed']) ??
            'unknown',
          success: oneOf(textAt(cmi, 'success_status'), ['passed', 'failed']) ?? 'unknown',
        }),
    ...(score && { score }),
    interactions: listAt(cmi, 'interactions').flatMap(readInteraction),
  };
}

/** One status holds both in SCORM 1.2. A learner who failed may have worked through it or not: unknown. */
function statusOf12(status: string | undefined): Pick<Progress, 'completion' | 'success'> {
  switch (status ?? '') {
    case 'passed':
      return { completion: 'completed', success: 'passed' };
    case 'failed':
      return { completion: 'incomplete', success: 'failed' };
    case 'completed':
      return { completion: 'completed', success: 'unknown' };
    case 'incomplete':
    case 'browsed':
      return { completion: 'incomplete', success: 'unknown' };
    default:
      return { completion: 'not attempted', success: 'unknown' };
  }
}

/** SCORM 1.2 has no scaled score; raw ones go from 0 to 100 where no others are named (RTE, 3.4.4). */
function scoreOf12(cmi: CmiObject): Score | undefined {
  const raw = numberAt(cmi, 'core', 'score', 'raw');
  if (raw === undefined) return undefined;
  const min = numberAt(cmi, 'core', 'score', 'min');
  const max = numberAt(cmi, 'core', 'score', 'max');
  const [low, high] = [min ?? 0, max ?? 100];
  const scaled = high > low ? (raw - low) / (high - low) : undefined;
  return scoreFrom({ scaled, raw, min, max });
}

function scoreOf2004(cmi: CmiObject): Score | undefined {
  const [scaled, raw, min, max] = ['scaled', 'raw', 'min', 'max'].map((name) =>
    numberAt(cmi, 'score', name),
  );
  if (scaled === undefined && raw === undefined) return undefined;
  return scoreFrom({ scaled, raw, min, max });
}

/** Only what a statement may hold: a raw score outside its own bounds brings no bounds. */
export function scoreFrom(score: { [Name in keyof Score]-?: number | undefined }): Score {
  const { scaled, raw, min, max } = score;
  const fits =
    (min === undefined || max === undefined || min < max) &&
    (raw === undefined || (raw >= (min ?? raw) && raw <= (max ?? raw)));
  return {
    ...(scaled !== undefined && scaled >= -1 && scaled <= 1 && { scaled }),
    ...(raw !== undefined && { raw }),
    ...(fits && min !== undefined && { min }),
    ...(fits && max !== undefined && { max }),
  };
}

function readInteraction(value: CmiObject): readonly Interaction[] {
  const id = textAt(value, 'id');
  if (!id) return [];
  const members = {
    type: textAt(value, 'type'),
    response: textAt(value, 'learner_response') ?? textAt(value, 'student_response'),
    result: textAt(value, 'result'),
    latency: textAt(value, 'latency'),
    description: textAt(value, 'description'),
  };
  return [
    {
      id,
      ...Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined)),
      correctResponses: listAt(value, 'correct_responses').flatMap(
        (response) => textAt(response, 'pattern') ?? [],
      ),
    },
  ];
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
        ? Reflect.get(inner, name)
        : undefined,
    value,
  );
}

/** A text that is not empty: an element that was never set is rendered as an empty one. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const member = at(value, path);
  if (typeof member === 'number') return String(member);
  return typeof member === 'string' && member !== '' ? member : undefined;
}

export function numberAt(value: unknown, ...path: readonly string[]): number | undefined {
  const text = textAt(value, ...path);
  return text !== undefined && Number.isFinite(Number(text)) ? Number(text) : undefined;
}

/** Lists are rendered as objects with the indices as members. */
export function listAt(value: unknown, name: string): readonly CmiObject[] {
  const list = at(value, [name]);
  if (typeof list !== 'object' || list === null) return [];
  return Object.entries(list)
    .filter(([index, entry]) => /^\d+$/.test(index) && typeof entry === 'object' && entry !== null)
    .map(([, entry]) => entry as CmiObject);
}

function oneOf<Name extends string>(
  text: string | undefined,
  names: readonly Name[],
): Name | undefined {
  return names.find((name) => name === text);
}
