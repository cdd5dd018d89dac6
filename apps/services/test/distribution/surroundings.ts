import { inject } from 'vitest';
import type { Surroundings, Volatility } from './rules.ts';

type DatabaseSurroundings = Pick<Surroundings, 'columnsOf' | 'isAggregate' | 'volatilityOf'>;

interface StartedSchema {
  readonly volatilities: Readonly<Record<string, Volatility>>;
  readonly aggregates: readonly string[];
  readonly columns: Readonly<Record<string, readonly string[]>>;
}

/** The schema, as the global set-up has read it: statements of the tests may name it. */
export function startedSurroundings(): DatabaseSurroundings {
  const schema = JSON.parse(inject('startedDatabaseSchema')) as StartedSchema;
  const volatilities = new Map(Object.entries(schema.volatilities));
  const aggregates = new Set(schema.aggregates);
  const tables = new Map(
    Object.entries(schema.columns).map(([name, columns]) => [name, new Set(columns)]),
  );
  return {
    volatilityOf: (name) => volatilities.get(name) ?? 'volatile',
    isAggregate: (name) => aggregates.has(name),
    columnsOf: (table) => tables.get(table) ?? new Set(),
  };
}
