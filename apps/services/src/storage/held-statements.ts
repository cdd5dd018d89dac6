import type pg from 'pg';
import { StatementBatch } from './statement-batch.ts';
import type { StatementNames } from './statement-names.ts';

/** A statement in the place of a text. */
export class HeldStatement {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The row that answers it, until its own rows come. */
export class HeldAnswer {
  readonly result: Promise<pg.QueryResult>;

  constructor(result: Promise<pg.QueryResult>) {
    this.result = result;
  }
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
  answer(given: unknown, values: unknown): Partial<pg.QueryResult> | undefined {
    if (typeof given === 'string' && beginning.test(given)) {
      void this.#hold({ name: given, text: given });
      return { command: 'BEGIN', rows: [] };
    }
    if (given instanceof HeldStatement) {
      const config = this.#names.named({ text: given.text, values: values as unknown[] });
      return { command: 'SELECT', rows: [new HeldAnswer(this.#hold(config))] };
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
