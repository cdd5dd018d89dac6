import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type { ConnectionMonitor } from './connection-monitor.ts';
import { Connections } from './connections.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

/** Most connections of one process, for its requests. */
const poolSizeMaximum = 20;
/** How long one statement may run, in milliseconds. */
export const statementTimeoutInMs = 10_000;
/** How long a transaction, or the holder of a lock, may say nothing, such as while a client reads, in milliseconds. */
export const idleLimitInMs = 90_000;

/**
 * Opens a pool of connections; nothing connects before the first query.
 *
 * @param over Address of the database, or what watches the connections to it.
 */
export function openPool(over: string | ConnectionMonitor, maximum = poolSizeMaximum): Connections {
  return new Connections(over, {
    name: 'lectern-services',
    maximum,
    statementTimeoutInMs,
    idleInTransactionInMs: idleLimitInMs,
  });
}

/** The tables, over connections that close with it. */
export function databaseOn(pool: PostgresPool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * The tables, for reads that are answered within milliseconds: `Connections.queryShort`, where all are planned once. There are
 * no transactions.
 */
export function shortReadsOn(pool: Connections): Database {
  const client = {
    query: (text: string, values: unknown[]) => pool.queryShort({ text, values }),
    release: () => {},
  };
  const shared = { connect: async () => client, end: async () => {} };
  return databaseOn(shared as never);
}

/** The tables, over a pool of its own. */
export function openDatabase(url: string): Database {
  return databaseOn(openPool(url));
}
