import type * as z from 'zod/mini';

type Issue = z.core.$ZodIssue;

/** Describes in plain words why a value of the manifest is refused. */
export function wordsOf(issue: Issue): string {
  const name = issue.path.at(-1);
  const what = typeof name === 'string' ? `"${name}"` : 'This';
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `${what} is missing: ${kindOf(issue.expected)} is needed.`
        : `${what} must be ${kindOf(issue.expected)}.`;
    case 'invalid_value':
      return issue.input === undefined
        ? `${what} is missing: one of ${issue.values.join(', ')} is needed.`
        : `${what} must be one of ${issue.values.join(', ')}.`;
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? `${what} is empty.`
        : `${what} must be at least ${issue.minimum}.`;
    case 'too_big':
      return tooBig(what, issue.origin, issue.maximum);
    case 'invalid_format':
      return `${what} does not have the form that is needed.`;
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
    case 'unrecognized_keys':
    default:
      return `${what}: ${issue.message}`;
  }
}

function tooBig(what: string, origin: string, maximum: number | bigint): string {
  if (origin === 'string') return `${what} is longer than ${maximum} characters.`;
  if (origin === 'array') return `${what} has more than ${maximum} entries.`;
  return `${what} must be at most ${maximum}.`;
}

const kinds: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a text',
};

function kindOf(expected: string): string {
  return kinds[expected] ?? expected;
}
