/*
 * The building blocks of the protocol's tables: values that say what a message may carry. The type, the check
 * and the line in the reference follow from the same value.
 */

/** Values of one kind. `T` is their type; nothing of it exists at run time. */
export interface Shape<T> {
  /** As the reference shows it: TypeScript's notation, limits included. */
  readonly notation: string;
  /**
   * Where a value is none of these: the path of the first wrong member, such as
   * `local_store_items.0.key`, or '' for the value itself; undefined: it is one.
   */
  readonly faultIn: (value: unknown) => string | undefined;
  /** True where an object may leave the member out. */
  readonly optional: boolean;
  readonly type?: T;
}

export type TypeOf<S> = S extends Shape<infer T> ? T : never;

type Members = Readonly<Record<string, Shape<unknown>>>;
type OptionalKey<M extends Members> = {
  [K in keyof M]: M[K] extends { readonly optional: true } ? K : never;
}[keyof M];
type Simplified<T> = { readonly [K in keyof T]: T[K] };
type ObjectOf<M extends Members> = Simplified<
  { [K in Exclude<keyof M, OptionalKey<M>>]: TypeOf<M[K]> } & {
    [K in OptionalKey<M>]?: TypeOf<M[K]>;
  }
>;

type Required<T> = Shape<T> & { readonly optional: false };

function shape<T>(notation: string, fits: (value: unknown) => boolean): Required<T> {
  return { notation, faultIn: (value) => (fits(value) ? undefined : ''), optional: false };
}

/** Text of `minimum` to `maximum` UTF-16 code units. */
export function text(maximum?: number, minimum = 0): Required<string> {
  const most = maximum?.toLocaleString('en');
  const limits = [minimum > 0 && `at least ${minimum}`, most && `at most ${most}`].filter(Boolean);
  const range = limits.length === 2 ? `${minimum} to ${most}` : limits.join();
  return shape(
    range === '' ? 'string' : `string (${range})`,
    (value) =>
      typeof value === 'string' &&
      value.length >= minimum &&
      (maximum === undefined || value.length <= maximum),
  );
}

/** A whole number of at least `minimum`. */
export function whole(minimum: number): Required<number> {
  return shape(
    `integer (≥ ${minimum})`,
    (value) => Number.isSafeInteger(value) && Number(value) >= minimum,
  );
}

/** A number from `minimum` to `maximum`. */
export function decimal(minimum: number, maximum: number): Required<number> {
  return shape(
    `number (${minimum} to ${maximum})`,
    (value) => typeof value === 'number' && value >= minimum && value <= maximum,
  );
}

export const flag: Required<boolean> = shape('boolean', (value) => typeof value === 'boolean');

/** Nothing but true: what says it is left out where it does not hold. */
export const yes: Required<true> = shape('true', (value) => value === true);

/** Anything, and nothing: what stands there is not looked at. */
export const ignored: Required<undefined> = shape('–', () => true);

/** The answer that says no more than that it is done. */
export const done: Required<null> = shape('null', (value) => value === null);

export function oneOf<const T extends string>(...words: readonly T[]): Required<T> {
  return shape(
    words.map((word) => `'${word}'`).join(' | '),
    (value) => typeof value === 'string' && words.some((word) => word === value),
  );
}

export function list<T>(item: Shape<T>): Required<readonly T[]> {
  return {
    notation: item.notation.includes(' ') ? `(${item.notation})[]` : `${item.notation}[]`,
    faultIn(value) {
      if (!Array.isArray(value)) return '';
      for (const [index, inner] of value.entries()) {
        const fault = item.faultIn(inner);
        if (fault !== undefined) return pathOf(String(index), fault);
      }
      return undefined;
    },
    optional: false,
  };
}

/** A member that may be left out. Written out as undefined it counts as left out. */
export function optional<T>(inner: Shape<T>): Shape<T> & { readonly optional: true } {
  return {
    notation: inner.notation,
    faultIn: (value) => (value === undefined ? undefined : inner.faultIn(value)),
    optional: true,
  };
}

/** An object with these members and no others: silence would hide a misspelt one. */
export function object<M extends Members>(members: M): Required<ObjectOf<M>> {
  return objectWith(members, false);
}

/** An object with these members, and whatever else. */
export function openObject<M extends Members>(
  members: M,
): Required<ObjectOf<M> & { readonly [name: string]: unknown }> {
  return objectWith(members, true);
}

function objectWith<T>(members: Members, isOpen: boolean): Required<T> {
  const entries = Object.entries(members);
  const lines = entries.map(
    ([name, member]) => `${name}${member.optional ? '?' : ''}: ${member.notation}`,
  );
  if (isOpen) lines.push('…');
  return {
    notation: lines.length === 0 ? '{}' : `{ ${lines.join('; ')} }`,
    faultIn(value) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
      for (const [name, member] of entries) {
        // Own members only: what is inherited was never sent.
        const given: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
        const fault = member.faultIn(given);
        if (fault !== undefined) return pathOf(name, fault);
      }
      if (isOpen) return undefined;
      return Object.keys(value).find((name) => !Object.hasOwn(members, name));
    },
    optional: false,
  };
}

/** One of two; the fault is that of the one which comes nearer. */
export function either<A, B>(first: Shape<A>, second: Shape<B>): Required<A | B> {
  return {
    notation: `${first.notation} | ${second.notation}`,
    faultIn(value) {
      const [one, other] = [first.faultIn(value), second.faultIn(value)];
      if (one === undefined || other === undefined) return undefined;
      return depth(one) >= depth(other) ? one : other;
    },
    optional: false,
  };
}

function depth(path: string): number {
  return path === '' ? 0 : path.split('.').length;
}

function pathOf(name: string, inner: string): string {
  return inner === '' ? name : `${name}.${inner}`;
}
