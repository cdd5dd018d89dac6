import { LRUCache } from 'lru-cache';
import type { QueryConfig } from 'pg';

/** Uses after which a statement counts as one that comes again. */
const usesBefore = 5;
/** Statements that a connection keeps planned, at most: each takes memory of the server. */
const namesMaximum = 200;
/** All columns: a kept plan fails once a migration has added one to its result. */
const starred = /(select|returning|\.)\s*\*/i;
/** An insert without a result. */
const silent = /^\s*insert\b(?!.*\breturning\b)/is;
const innermost = /\([^()]*\)/g;
/** One statement that is planned: without values a text may also be a command, or several statements. */
const plannable = /^\s*(with|select|insert|update|delete)\b[^;]*$/i;

/** Names for the statements of one database. */
export class StatementNames {
  readonly #uses = new LRUCache<string, number>({ max: 1_000 });
  readonly #names = new Map<string, string>();

  /**
   * Gives a statement a name once it has come often enough, so that each connection has it read and planned once: that
   * costs the server more than most statements do.
   *
   * @returns the statement, with its name where it has one
   */
  named(config: QueryConfig): QueryConfig {
    if (config.name !== undefined) return config;
    const name = this.#names.get(config.text) ?? this.#newName(config);
    return name === undefined ? config : { ...config, name };
  }

  #newName({ text, values }: QueryConfig): string | undefined {
    if (this.#names.size >= namesMaximum) return undefined;
    if (!values?.length && !plannable.test(text)) return undefined;
    const count = (this.#uses.get(text) ?? 0) + 1;
    this.#uses.set(text, count);
    if (count !== usesBefore) return undefined;
    if (!silent.test(text) && starred.test(withoutSubqueries(text))) return undefined;
    const name = `statement-${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}

function withoutSubqueries(text: string): string {
  const left = text.replace(innermost, '');
  return left === text ? text : withoutSubqueries(left);
}

/** @returns what a client is asked to send; `undefined` for a query that sends itself. */
export function configOf(statement: unknown, values: unknown): QueryConfig | undefined {
  if (typeof statement === 'string')
    return { text: statement, values: Array.isArray(values) ? values : [] };
  const isQuery = typeof statement === 'object' && statement !== null && 'submit' in statement;
  if (isQuery) return undefined;
  return Array.isArray(values)
    ? { ...(statement as QueryConfig), values }
    : (statement as QueryConfig);
}
