import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/**
 * Makes an empty database of its own on a server, so that tests do not see each other.
 *
 * @param serverUrl Address of any database on the server, by a user who may create others.
 * @returns the new database's address.
 */
export async function createTestDatabase(serverUrl: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
