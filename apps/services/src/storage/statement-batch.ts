import pg from 'pg';

/** A query of pg, as its client asks it; its declared type leaves this out. */
interface ClientQuery {
  readonly name?: string;
  readonly text: string;
  callback: (error: unknown, result?: pg.QueryResult) => void;
  submit(connection: pg.Connection): Error | null;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
  handleReadyForQuery(connection: pg.Connection): void;
}

/** A connection of pg, with what its declared type leaves out. */
type ClientConnection = pg.Connection & {
  sync(): void;
  /** Names of prepared statements that are on their way to the server. */
  readonly submittedNamedStatements: Record<string, string>;
};

/**
 * Statements that go to the server as one message, and are answered by one. Where one fails, those after it are not run,
 * and all count as failed.
 */
export class StatementBatch implements pg.Submittable {
  readonly statements: readonly pg.QueryConfig[];
  /** The result of each statement. */
  readonly results: Promise<readonly pg.QueryResult[]>;
  readonly #queries: readonly ClientQuery[];
  readonly #end: () => void;
  #running = 0;
  #failure: unknown;

  constructor(statements: readonly pg.QueryConfig[]) {
    this.statements = statements;
    const results: pg.QueryResult[] = [];
    this.#queries = statements.map((statement, place) => {
      const config = { ...statement, queryMode: 'extended' } as pg.QueryConfig;
      const query = new pg.Query(config) as ClientQuery & pg.Query;
      query.callback = (error, result) => {
        this.#failure ??= error;
        results[place] = result!;
      };
      return query;
    });
    const { promise, resolve, reject } = Promise.withResolvers<readonly pg.QueryResult[]>();
    // A failure that no statement waits for is no unhandled one.
    promise.catch(() => {});
    this.results = promise;
    this.#end = () => (this.#failure ? reject(this.#failure) : resolve(results));
  }

  submit(connection: pg.Connection): void {
    // Each would end with a message of its own.
    const open = Object.create(connection, { sync: { value: () => {} } }) as pg.Connection;
    connection.stream.cork();
    try {
      for (const query of this.#queries) {
        const fault = query.submit(open);
        this.#failure ??= fault;
        if (this.#failure) break;
      }
      (connection as ClientConnection).sync();
    } finally {
      connection.stream.uncork();
    }
  }

  /** Name and text of the statement that the server answers now, which tell the client what it has prepared. */
  get name(): string | undefined {
    return this.#queries[this.#running]?.name;
  }
  get text(): string | undefined {
    return this.#queries[this.#running]?.text;
  }

  handleRowDescription(message: unknown): void {
    this.#queries[this.#running]!.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#queries[this.#running]!.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: pg.Connection): void {
    this.#queries[this.#running++]!.handleCommandComplete(message, connection);
  }

  handleEmptyQuery(): void {
    this.#running++;
  }

  handleError(error: unknown, connection: pg.Connection): void {
    const { submittedNamedStatements } = connection as ClientConnection;
    // The server has skipped them.
    for (const { name } of this.#queries.slice(this.#running)) {
      if (name !== undefined) delete submittedNamedStatements[name];
    }
    this.#failure ??= error;
    this.#end();
  }

  handleReadyForQuery(connection: pg.Connection): void {
    for (const query of this.#queries) query.handleReadyForQuery(connection);
    this.#end();
  }
}
