import fc from 'fast-check';
import { hostileJson, hostileKey, hostileText } from './hostile.ts';
import { Members, RawJson } from './json-text.ts';

/** Change of the value at one place of a JSON value; `undefined` removes it. */
type Change = (old: unknown) => unknown;

/** A list or text beyond every limit of the contract, and within that of a body. */
const tooManyItems = 1_001;
const tooLongTexts = [256, 5_000, 70_000];

/**
 * Values with one thing wrong: a member missing, of another type, too long, too large, unknown, twice.
 * Some are still right, as when a text that may be long has become long.
 */
export function nearlyValid(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return changed(valid, mistake);
}

/** Values with hostile texts, numbers, nesting or names somewhere in them. */
export function withHostility(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return changed(valid, hostility);
}

const constant = (value: unknown): Change => {
  return () => value;
};

const mistake: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom<Change>(
    constant(undefined),
    constant(null),
    constant(''),
    constant([]),
    constant({}),
    constant(0),
    constant(true),
    otherType,
    otherCase,
    (old) => (typeof old === 'string' ? ` ${old}` : [old]),
    (old) => (typeof old === 'number' ? old + 0.5 : { value: old }),
    (old) => (typeof old === 'number' ? -old - 1 : -1),
    constant(2 ** 53),
    constant(new RawJson('1e400')),
    (old) => (Array.isArray(old) ? Array<unknown>(tooManyItems).fill(old[0] ?? 'a') : old),
    (old) => (Array.isArray(old) ? [...(old as unknown[]), ...(old as unknown[])] : old),
    (old) => (isObject(old) ? { ...old, unknown_member: 1 } : old),
    twice,
  ),
  fc.constantFrom(...tooLongTexts).map(
    (length): Change =>
      (old) =>
        typeof old === 'string' ? old.padEnd(length, 'x') : old,
  ),
);

const hostility: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: hostileText.map(constant) },
  { weight: 1, arbitrary: hostileJson.map((text) => constant(new RawJson(text))) },
  {
    weight: 1,
    arbitrary: fc.tuple(hostileKey, hostileJson).map(
      ([key, text]): Change =>
        (old) =>
          isObject(old) ? new Members([...Object.entries(old), [key, new RawJson(text)]]) : old,
    ),
  },
);

function otherType(old: unknown): unknown {
  if (typeof old === 'string') return 42;
  if (typeof old === 'number' || typeof old === 'boolean') return String(old);
  return Array.isArray(old) ? {} : [];
}

function otherCase(old: unknown): unknown {
  if (typeof old !== 'string') return old;
  return old === old.toUpperCase() ? old.toLowerCase() : old.toUpperCase();
}

/** The last member a second time: readers of JSON disagree about which one counts. */
function twice(old: unknown): unknown {
  if (!isObject(old)) return old;
  const entries = Object.entries(old);
  return new Members([...entries, ...entries.slice(-1)]);
}

type Path = readonly (string | number)[];

function changed(valid: fc.Arbitrary<unknown>, change: fc.Arbitrary<Change>) {
  return fc.tuple(valid, fc.nat(), change).map(([value, place, change]) => {
    const paths = pathsOf(value);
    return changedAt(value, paths[place % paths.length]!, change);
  });
}

/** Every place of a value, leaves and what holds them. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const parts: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : Object.entries(value);
  return [path, ...parts.flatMap(([key, part]) => pathsOf(part, [...path, key]))];
}

function changedAt(value: unknown, [key, ...rest]: Path, change: Change): unknown {
  if (key === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === key ? changedAt(item, rest, change) : item));
  }
  const members = value as Readonly<Record<string, unknown>>;
  return { ...members, [key]: changedAt(members[key], rest, change) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
