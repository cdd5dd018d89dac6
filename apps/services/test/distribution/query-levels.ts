import type { Scope, Value } from './equal-values.ts';

/* Sources of a query and the queries around it, while columns are looked up. */

/** Columns that a query or a table gives to the query around it. */
export interface Source {
  readonly name: string;
  /** By column, as far as they were asked for. */
  readonly columns: Map<string, Value>;
  /** Its columns without a value so far. */
  readonly names?: ReadonlySet<string>;
  /** Keys of the tables that it reads. */
  readonly keys: readonly Value[];
  /** It reads a table of the coordinator. */
  readonly isLocal: boolean;
  /** It names a column of a query around it. */
  readonly isCorrelated: boolean;
  readonly isLateral?: boolean;
  /** Its rows depend on those of all its keys, so that no machine can make them of its own alone. */
  readonly isOfAllKeys?: boolean;
}

/** A query, while its columns are looked up. */
export interface Level {
  readonly above: Level | undefined;
  readonly sources: Source[];
  readonly queries: Map<string, Source>;
  readonly scope: Scope;
  /** Of an update or a removal, which goes to the machine of its table's key as it is. */
  isChange?: true;
  isCorrelated: boolean;
}

export function levelIn(
  above: Level | undefined,
  scope: Scope,
  queries: Level['queries'] = new Map<string, Source>(),
): Level {
  return { above, sources: [], queries, scope, isCorrelated: false };
}

export function keylessSource(name: string): Source {
  return { name, columns: new Map(), keys: [], isLocal: false, isCorrelated: false };
}

export function sourceOf(name: string, level: Level, columns: Map<string, Value>): Source {
  return {
    name,
    columns,
    keys: keysOf(level),
    isLocal: level.sources.some(({ isLocal }) => isLocal),
    isCorrelated: level.isCorrelated,
  };
}

export function keysOf({ sources }: Level): readonly Value[] {
  return sources.flatMap(({ keys }) => keys);
}

export function has({ columns, names }: Source, column: string): boolean {
  return columns.has(column) || names?.has(column) === true;
}

export function namesOf({ names }: Source): Pick<Source, 'names'> {
  return names ? { names } : {};
}

export function keysAround(level: Level): readonly Value[] {
  const keys: Value[] = [];
  for (let at: Level | undefined = level; at; at = at.above) {
    keys.push(...at.sources.flatMap((source) => source.keys));
  }
  return keys;
}
