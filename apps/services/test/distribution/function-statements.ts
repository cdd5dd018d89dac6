import { parsePlPgSQLSync, parseSync } from 'libpg-query';
import { namesKeyedTable } from './keyed-tables.ts';

/** A function of the database, as far as rules on statements read it. */
interface FunctionStatements {
  /** Parameters and variables. */
  readonly variables: ReadonlySet<string>;
  /** Its statements, and its expressions as statements. */
  readonly statements: readonly string[];
  /** True where they are planned once, also those of functions that it calls. */
  readonly isPlannedOnce: boolean;
}

/**
 * Takes a file of `storage/functions` apart.
 *
 * @throws where a function in another language than PL/pgSQL names a table with a key: its statements cannot be read
 */
export function statementsOfFunction(file: string): FunctionStatements {
  const isPlannedOnce = /set plan_cache_mode = force_generic_plan/.test(file);
  if (!/language plpgsql/.test(file)) {
    if (namesKeyedTable.test(file.replaceAll(/--.*$/gm, ''))) {
      throw new Error('Only a function in PL/pgSQL may name a table with a key.');
    }
    return { variables: new Set(), statements: [], isPlannedOnce };
  }
  const variables = new Set<string>();
  const statements: string[] = [];
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { refname, query } = node as { refname?: string; query?: unknown };
    if (typeof refname === 'string') variables.add(refname);
    if (typeof query === 'string') statements.push(statementOf(query));
    for (const part of Object.values(node)) collect(part);
  };
  collect(parsePlPgSQLSync(file));
  return { variables, statements, isPlannedOnce };
}

/** An expression, of an assignment or a condition, is a statement after `select`. */
function statementOf(text: string): string {
  try {
    parseSync(text);
    return text;
  } catch {
    return `select ${text.replace(/^\w+ *:=/, '')}`;
  }
}
