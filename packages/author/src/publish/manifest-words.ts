import type * as z from 'zod/mini';

type Issue = z.core.$ZodIssue;

/** Describes in plain words why a value of the manifest is refused. */
export function wordsOf(issue: Issue): string {
  const name = issue.path.at(-1);
  const field = typeof name === 'string' ? `"${name}"` : 'This';
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `${field} is missing: ${kindOf(issue.expected)} is needed.`
        : `${field} must be ${kindOf(issue.expected)}.`;
    case 'invalid_value':
      return issue.input === undefined
        ? `${field} is missing: one of ${issue.values.join(', ')} is needed.`
        : `${field} must be one of ${issue.values.join(', ')}.`;
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? `${field} is empty.`
        : `${field} must be at least ${issue.minimum}.`;
    case 'too_big':
      return tooBig(field, issue.origin, issue.maximum);
    case 'invalid_format':
      return `${field} does not have the form that is needed.`;
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
    case 'unrecognized_keys':
    default:
      return `${field}: ${issue.message}`;
  }
}

function tooBig(field: string, origin: string, maximum: number | bigint): string {
  if (origin === 'string') return `${field} is longer than ${maximum} characters.`;
  if (origin === 'array') return `${field} has more than ${maximum} entries.`;
  return `${field} must be at most ${maximum}.`;
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
