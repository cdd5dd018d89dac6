import { licensesHandlers } from '@lectern/services';
import { databaseOn, openPool } from '@lectern/services';
import type { PoolClient, QueryConfig } from 'pg';
import { bodies, calls } from './requests.ts';
import { usageTimes } from './usage-times.ts';

/** The licence service's prepared statements by name. */
export type Statements = ReadonlyMap<string, string>;

/**
 * Has the licence service make each of the calls once, and gives the statements that it prepares: those
 * who do the same by hand shall do it by the same statements.
 *
 * @param user Somebody in the database.
 */
export async function statementsOf(databaseUrl: string, user: number): Promise<Statements> {
  const statements = new Map<string, string>();
  const pool = openPool(databaseUrl);
  const note = ({ name, text }: Partial<QueryConfig>) => {
    if (name !== undefined && text !== undefined) statements.set(name, text);
  };
  pool.on('connect', (client) => watch(client, note));
  const queryShort = pool.queryShort.bind(pool);
  pool.queryShort = (config) => {
    note(config);
    return queryShort(config);
  };
  try {
    const handlers = licensesHandlers({ database: databaseOn(pool), pool, usageTimes });
    for (const call of calls) {
      const request = {
        body: bodies[call](user),
        query: {},
        caller: { subject: bodies[call](user).subject, permissions: new Set() },
        refusal: (code: string) => new Error(`${call} was refused: ${code}`),
      };
      await handlers[call](request as never);
    }
  } finally {
    await pool.end();
  }
  return statements;
}

function watch(client: PoolClient, note: (config: Partial<QueryConfig>) => void): void {
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
  client.query = ((...parameters: unknown[]) => {
    note(parameters[0] as Partial<QueryConfig>);
    return query(...parameters);
  }) as typeof client.query;
}
