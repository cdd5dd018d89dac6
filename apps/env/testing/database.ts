import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/**
 * Makes a database of its own on a server, so that tests do not see each other.
 *
 * @param serverUrl Address of any database on the server, by a user who may create others.
 * @param templateUrl Address of the database to copy, which nobody is connected to. Default: it is empty.
 * @returns the new database's address.
 */
export async function createTestDatabase(serverUrl: string, templateUrl?: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const template = templateUrl ? new URL(templateUrl).pathname.slice(1) : 'template1';
    // Copies files, where the default writes each page to the log as well.
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
