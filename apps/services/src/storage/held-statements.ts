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
  readonly isHeld: () => boolean;

  constructor(result: Promise<pg.QueryResult>, isHeld: () => boolean) {
    this.result = result;
    this.isHeld = isHeld;
  }
}

/** Statement that begins a transaction, and nothing else. */
const beginning = /^(begin|start transaction)[a-z ]*$/;

/** Statement that undoes a transaction, or what came since a savepoint; a savepoint itself holds nothing back. */
const undoing = /^rollback\b/i;

interface Held {
  readonly config: pg.QueryConfig;
  readonly resolve: (result: Promise<pg.QueryResult>) => void;
}

/** The statements of a connection that go to the server with the next one: each that begins a transaction does. */
export class HeldStatements {
  readonly #names: StatementNames;
  #held: readonly Held[] = [];

  constructor(names: StatementNames) {
    this.#names = names;
  }

  get areSome(): boolean {
    return this.#held.length > 0;
  }

  /** @returns an answer where nothing is to be sent now */
  answer(given: unknown, values: unknown): Partial<pg.QueryResult> | undefined {
    if (typeof given === 'string' && beginning.test(given)) {
      this.#hold({ name: given, text: given });
      return { command: 'BEGIN', rows: [] };
    }
    if (given instanceof HeldStatement) {
      const config = this.#names.named({ text: given.text, values: values as unknown[] });
      return { command: 'SELECT', rows: [this.#hold(config)] };
    }
    const [first, ...others] = this.#held;
    if (!first || typeof given !== 'string') return undefined;
    const isUnsent = beginning.test(first.config.text);
    if (undoing.test(given)) {
      for (const { resolve } of this.#take()) {
        resolve(Promise.reject(new Error('The transaction was rolled back.')));
      }
      return isUnsent ? { command: 'ROLLBACK', rows: [] } : undefined;
    }
    if (given !== 'commit' || !isUnsent || others.length > 0) return undefined;
    this.#take();
    return { command: 'COMMIT', rows: [] };
  }

  #hold(config: pg.QueryConfig): HeldAnswer {
    const { promise, resolve } = Promise.withResolvers<pg.QueryResult>();
    promise.catch(() => {});
    const held = { config, resolve };
    this.#held = [...this.#held, held];
    return new HeldAnswer(promise, () => this.#held.includes(held));
  }

  #take(): readonly Held[] {
    const held = this.#held;
    this.#held = [];
    return held;
  }

  /** @returns what is held, and then a statement, if any; `undefined` where none is held */
  batchWith(...statement: readonly pg.QueryConfig[]): StatementBatch | undefined {
    const held = this.#take();
    if (held.length === 0) return undefined;
    const batch = new StatementBatch([...held.map(({ config }) => config), ...statement]);
    for (const [place, { resolve }] of held.entries()) {
      resolve(batch.results.then((results) => results[place]!));
    }
    return batch;
  }
}
