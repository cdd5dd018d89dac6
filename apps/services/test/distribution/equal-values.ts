/* Values of columns that conditions make equal, so that a statement is known to be about one key. */

/** A value that a column has in all rows that a statement finds. Equal ones are joined. */
export type Value = string;

/** Reach of conditions: in all rows of a query, and in those of a query within an expression of it. */
export interface Scope {
  readonly around: Scope | undefined;
  readonly equal: (readonly [Value, Value])[];
}

export class EqualValues {
  /** By scope; made anew after each join. */
  readonly #roots = new Map<Scope, ReadonlyMap<Value, Value>>();
  /** Values of a union, and those of its parts. */
  readonly #unions: {
    readonly value: Value;
    readonly parts: readonly Value[];
    readonly scope: Scope;
  }[] = [];
  #count = 0;

  newValue(): Value {
    return `value ${this.#count++}`;
  }

  /** Says that a value is one of those of a union's parts. */
  unite(value: Value, parts: readonly Value[], scope: Scope): void {
    this.#unions.push({ value, parts, scope });
  }

  /** One of the values that are equal in a scope, the same for all of them: a given one where there is one. */
  rootOf(value: Value, scope: Scope): Value {
    let roots = this.#roots.get(scope);
    if (!roots) this.#roots.set(scope, (roots = rootsIn(scope)));
    return rootAmong(value, roots);
  }

  join(one: Value, other: Value, scope: Scope): void {
    scope.equal.push([one, other]);
    this.#roots.clear();
  }

  /** A condition on a union holds in its parts, and what is equal in all parts is so in the union. */
  followUnions(): void {
    for (let left = this.#unions.length * 2, hasChanged = true; hasChanged && left > 0; left--) {
      hasChanged = false;
      const join = (one: Value, other: Value, scope: Scope) => {
        if (this.rootOf(one, scope) === this.rootOf(other, scope)) return;
        this.join(one, other, scope);
        hasChanged = true;
      };
      for (const { value, parts, scope } of this.#unions) {
        const roots = new Set(parts.map((part) => this.rootOf(part, scope)));
        if (isGiven(this.rootOf(value, scope))) {
          for (const part of parts)
            if (!isGiven(this.rootOf(part, scope))) join(part, value, scope);
        } else if (roots.size === 1) join(value, parts[0]!, scope);
      }
    }
  }
}

/** True for a value that the statement gives; others are found in rows. */
export const isGiven = (value: Value) => !value.startsWith('value');

function rootAmong(value: Value, roots: ReadonlyMap<Value, Value>): Value {
  let root = value;
  for (let next = roots.get(root); next !== undefined; next = roots.get(root)) root = next;
  return root;
}

function rootsIn(scope: Scope): ReadonlyMap<Value, Value> {
  const roots = new Map<Value, Value>();
  for (let at: Scope | undefined = scope; at; at = at.around) {
    for (const [one, other] of at.equal) {
      const [a, b] = [rootAmong(one, roots), rootAmong(other, roots)];
      if (a === b) continue;
      // Values that are given stand for those that are found.
      if (!isGiven(a)) roots.set(a, b);
      else roots.set(b, a);
    }
  }
  return roots;
}
