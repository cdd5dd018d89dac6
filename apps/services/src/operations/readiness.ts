import pg from 'pg';

/** How long the database may take to answer before the process counts as not ready, in milliseconds. */
const databaseAnswerTimeInMs = 1_000;

/** Why a process wants no requests. */
export type Unready = 'starting' | 'stopping' | 'database-unreachable';

/** Whether a process wants requests. */
export class Readiness {
  #phase: 'starting' | 'serving' | 'stopping' = 'starting';
  #pool: pg.Pool | undefined;

  /**
   * To be called once the process listens; it does so with the schema at its newest state.
   *
   * @param database where the requests' connections lead
   */
  serve(database: pg.PoolConfig): void {
    if (this.#phase === 'stopping') return;
    this.#phase = 'serving';
    // A connection beside those of the requests: a process that is busy with all of them is still
    // ready, and sending its requests to the others would make those busy, too.
    this.#pool = new pg.Pool({
      connectionString: database.connectionString,
      max: 1,
      connectionTimeoutMillis: databaseAnswerTimeInMs,
      query_timeout: databaseAnswerTimeInMs,
      application_name: 'lectern-readiness',
    });
    this.#pool.on('error', () => {});
  }

  /** From here on the process is not ready; to be called before it stops accepting requests. */
  stop(): void {
    this.#phase = 'stopping';
  }

  /** @returns `undefined` when requests are welcome */
  async unready(): Promise<Unready | undefined> {
    if (this.#phase !== 'serving') return this.#phase;
    try {
      await this.#pool?.query('select 1');
      return undefined;
    } catch {
      return 'database-unreachable';
    }
  }

  async close(): Promise<void> {
    await this.#pool?.end();
  }
}
