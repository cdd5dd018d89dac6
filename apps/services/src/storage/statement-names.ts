import { LRUCache } from 'lru-cache';
import type { QueryConfig } from 'pg';

/** Uses after which a statement counts as one that comes again. */
const usesBefore = 5;
/** Statements that a connection keeps planned, at most: each takes memory of the server. */
const namesMaximum = 200;
/** All columns: a kept plan fails once a migration has added one. */
const starred = /(select|returning|\.)\s*\*/i;

const uses = new LRUCache<string, number>({ max: 1_000 });
const names = new Map<string, string>();

/**
 * Gives a statement with values a name once it has come often enough, so that each connection has it read and planned
 * once: that costs the server more than most statements do.
 */
export function named(
  statement: unknown,
  values: unknown,
): (QueryConfig & { readonly text: string }) | undefined {
  const config = configOf(statement, values);
  if (!config?.values?.length || config.name !== undefined) return undefined;
  const name = names.get(config.text) ?? newName(config.text);
  return name === undefined ? undefined : { ...config, name };
}

function configOf(statement: unknown, values: unknown): QueryConfig | undefined {
  if (typeof statement === 'string')
    return { text: statement, values: Array.isArray(values) ? values : [] };
  const isQuery = typeof statement === 'object' && statement !== null && 'submit' in statement;
  return isQuery ? undefined : (statement as QueryConfig);
}

function newName(text: string): string | undefined {
  if (names.size >= namesMaximum) return undefined;
  const count = (uses.get(text) ?? 0) + 1;
  uses.set(text, count);
  if (count < usesBefore || starred.test(text)) return undefined;
  const name = `statement-${names.size}`;
  names.set(text, name);
  return name;
}
