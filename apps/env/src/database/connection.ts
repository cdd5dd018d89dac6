import pg from 'pg';

const connectTimeInMilliseconds = 5000;

/** Does something on a connection of its own, which is closed afterwards. */
export async function withConnection<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeInMilliseconds,
  });
  // A connection that breaks tells so twice; the failed query is enough, and the event alone would
  // end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}
