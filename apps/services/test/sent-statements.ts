import type pg from 'pg';
import { StatementBatch } from '../src/storage/statement-batch.ts';

/** @param parameters of a client's `query` @returns the statements that it is asked to send */
export function sentStatements([first, second]: readonly unknown[]): readonly pg.QueryConfig<
  unknown[]
>[] {
  if (first instanceof StatementBatch) return first.statements;
  const config = typeof first === 'string' ? { text: first } : (first as pg.QueryConfig<unknown[]>);
  return [{ ...config, values: config.values ?? (Array.isArray(second) ? second : []) }];
}
