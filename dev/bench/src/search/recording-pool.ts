import { Pool, type QueryConfig } from 'pg';

/** A statement as it was sent. */
export type Sent = QueryConfig<unknown[]>;

/** A pool that keeps the statements that it sends, until they are taken. */
export class RecordingPool extends Pool {
  #sent: Sent[] = [];

  /** @returns what was sent since the last time. */
  take(): readonly Sent[] {
    const sent = this.#sent;
    this.#sent = [];
    return sent;
  }

  override query(...parameters: unknown[]): never {
    const [statement] = parameters;
    if (typeof statement === 'object') this.#sent.push(statement as Sent);
    return (super.query as (...all: unknown[]) => unknown).apply(this, parameters) as never;
  }
}
