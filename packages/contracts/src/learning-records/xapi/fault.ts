import * as z from 'zod/mini';

/** A value that fits a schema, or the first thing that is wrong with it. */
export type Checked<T> =
  | { readonly value: T; readonly fault?: never }
  | { readonly fault: string; readonly value?: never };

/**
 * Checks a value of xAPI.
 *
 * @param at what it is called where it stands, such as `statements[2]`; empty: it has no name.
 * @returns what it is by the schema, or where and why it is none, in a sentence such as
 *   `statements[2].actor.mbox: not a mailto IRI`. The value itself does not stand in it.
 */
export function checkXapi<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  at = '',
): Checked<z.output<Schema>> {
  const checked = z.safeParse(schema, value);
  // Only wrong values are looked at a second time, for the words of the fault.
  return checked.success ? { value: checked.data } : { fault: faultOf(schema, value, at) };
}

function faultOf(schema: z.ZodMiniType, value: unknown, at: string): string {
  const issue = z.safeParse(schema, value, { error: reason }).error!.issues[0]!;
  const keys = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const message = issue.code === 'invalid_key' ? nameFault(issue) : issue.message;
  const place = placeOf([...issue.path, ...keys], at);
  return place === '' ? message : `${place}: ${message}`;
}

function nameFault({ issues }: z.core.$ZodIssueInvalidKey): string {
  return `its name is ${issues[0]?.message ?? 'not allowed'}`;
}

/** Only what no schema says in words of its own. */
function reason(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is missing'
        : `expected ${typeNames[issue.expected] ?? issue.expected}, received ${typeOf(issue.input)}`;
    case 'unrecognized_keys':
      return 'is not known here';
    case 'invalid_value':
      return issue.input === undefined
        ? `is missing: ${oneOf(issue.values)}`
        : `expected ${oneOf(issue.values)}`;
    case 'invalid_union':
      return `expected ${oneOf((issue['options'] as unknown[] | undefined) ?? [])}`;
    case 'too_big':
      return `expected at most ${issue.maximum}${unitOf(issue.origin)}`;
    case 'too_small':
      return `expected at least ${issue.minimum}${unitOf(issue.origin)}`;
    case 'invalid_format':
      return issue.format === 'datetime' ? 'not a time of RFC 3339 with its zone' : 'not allowed';
    case 'invalid_key':
    case 'invalid_element':
    case 'not_multiple_of':
    case 'custom':
    default:
      return 'not allowed';
  }
}

const typeNames: Readonly<Record<string, string>> = { record: 'object', int: 'integer' };

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'one beyond what a double holds';
  return Array.isArray(value) ? 'array' : typeof value;
}

function oneOf(values: readonly unknown[]): string {
  const named = values.filter((value) => value !== undefined).map((value) => JSON.stringify(value));
  return named.join(' or ');
}

function unitOf(origin: string): string {
  return origin === 'string' ? ' characters' : '';
}

/** Names may be as long as a body: what helps is how they begin. */
const nameMaximumLength = 200;

/** As JavaScript would write the way there. */
function placeOf(path: readonly PropertyKey[], at: string): string {
  return path.reduce<string>((place, key) => {
    if (typeof key === 'number') return `${place}[${key}]`;
    const name = String(key).slice(0, nameMaximumLength);
    if (!/^[A-Za-z_]\w*$/.test(name)) return `${place}[${JSON.stringify(name)}]`;
    return place === '' ? name : `${place}.${name}`;
  }, at);
}
