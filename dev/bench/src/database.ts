import { createTestDatabase } from '@lectern/env/testing';
import { migrate } from '@lectern/services';
import { Client, Pool } from 'pg';

/** A database of its own, with the tables of the platform. */
export interface BenchDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

export async function createDatabase(serverUrl: string): Promise<BenchDatabase> {
  const url = await createTestDatabase(serverUrl);
  await migrate(url);
  return {
    url,
    drop: () =>
      onConnection(serverUrl, async (client) => {
        await client.query(`drop database ${new URL(url).pathname.slice(1)} with (force)`);
      }),
  };
}

/** Fills a database, over one connection without the time limits of the services' own. @returns its address */
export async function fillDatabase(
  url: string,
  fill: (pool: Pool) => Promise<unknown>,
): Promise<string> {
  const pool = new Pool({ connectionString: url, max: 1 });
  try {
    await fill(pool);
    // Not in the middle of the measurement.
    await pool.query('vacuum analyze');
    await pool.query('checkpoint');
  } finally {
    await pool.end();
  }
  return url;
}

/** A pool until the stack ends. */
export function connected<Made extends Pool>(stack: AsyncDisposableStack, pool: Made): Made {
  // Its connections may still be closing when the server stops.
  pool.on('error', () => {});
  stack.defer(() => pool.end());
  return pool;
}

export async function onConnection<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
