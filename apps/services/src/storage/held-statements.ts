import type { RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Database } from './database.ts';
import { StatementBatch } from './statement-batch.ts';
import type { StatementNames } from './statement-names.ts';

/** A statement in the place of a text; the answer has the promise of its result. */
class HeldStatement {
  readonly config: pg.QueryConfig;

  constructor(config: pg.QueryConfig) {
    this.config = config;
  }
}

/**
 * Holds a statement back until the next one of its transaction, or its end, and sends both together: each way to the
 * database costs more than most statements do. Where the statement fails, the other one does.
 *
 * @returns its rows, which are not to be waited for before something else is sent
 */
export async function sendLater<Row>(
  transaction: Database,
  statement: RawBuilder<Row>,
): Promise<{ readonly rows: Promise<readonly Row[]> }> {
  if (!transaction.isTransaction) throw new Error('Only a transaction holds statements back.');
  const compiled = statement.compile(transaction);
  const held = new HeldStatement({ text: compiled.sql, values: [...compiled.parameters] });
  const { rows } = await transaction.executeQuery<{ result: Promise<pg.QueryResult> }>({
    ...compiled,
    sql: held as unknown as string,
    parameters: [],
  });
  const answered = rows[0]!.result.then((result) => result.rows as Row[]);
  answered.catch(() => {});
  return { rows: answered };
}

/** Statement that begins a transaction, and nothing else. */
const beginning = /^(begin|start transaction)[a-z ]*$/;

/** The statements of a connection that go to the server with the next one: each that begins a transaction does. */
export class HeldStatements {
  readonly #names: StatementNames;
  readonly #held: {
    readonly config: pg.QueryConfig;
    readonly resolve: (result: Promise<pg.QueryResult>) => void;
  }[] = [];

  constructor(names: StatementNames) {
    this.#names = names;
  }

  /** @returns an answer where nothing is to be sent now */
  answer(given: unknown): Partial<pg.QueryResult> | undefined {
    if (typeof given === 'string' && beginning.test(given)) {
      this.#hold({ name: given, text: given });
      return { command: 'BEGIN', rows: [] };
    }
    if (given instanceof HeldStatement) {
      return { command: 'SELECT', rows: [{ result: this.#hold(this.#names.named(given.config)) }] };
    }
    const first = this.#held[0]?.config;
    if (!first || typeof given !== 'string') return undefined;
    const isUnsent = beginning.test(first.text);
    if (given === 'rollback') {
      for (const { resolve } of this.#held.splice(0)) {
        resolve(Promise.reject(new Error('The transaction was rolled back.')));
      }
      return isUnsent ? { command: 'ROLLBACK', rows: [] } : undefined;
    }
    if (given !== 'commit' || !isUnsent || this.#held.length > 1) return undefined;
    this.#held.length = 0;
    return { command: 'COMMIT', rows: [] };
  }

  #hold(config: pg.QueryConfig): Promise<pg.QueryResult> {
    const { promise, resolve } = Promise.withResolvers<pg.QueryResult>();
    promise.catch(() => {});
    this.#held.push({ config, resolve });
    return promise;
  }

  /** @returns what is held, and then a statement, if any; `undefined` where none is held */
  batchWith(...statement: readonly pg.QueryConfig[]): StatementBatch | undefined {
    if (this.#held.length === 0) return undefined;
    const held = this.#held.splice(0);
    const batch = new StatementBatch([...held.map(({ config }) => config), ...statement]);
    for (const [place, { resolve }] of held.entries()) resolve(batch.results[place]!);
    return batch;
  }
}
