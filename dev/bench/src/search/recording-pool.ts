import { Connections } from '@lectern/services';
import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';

export type Sent = QueryConfig<unknown[]>;

/** A pool that keeps the statements that it sends, until they are taken. */
export class RecordingPool extends Connections {
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

  override queryShort<Row extends QueryResultRow>(
    statement: QueryConfig,
  ): Promise<QueryResult<Row>> {
    const { length } = this.#sent;
    const answer = super.queryShort<Row>(statement);
    // With all shared connections busy, `query` has kept it.
    if (this.#sent.length === length) this.#sent.push(statement as Sent);
    return answer;
  }
}
