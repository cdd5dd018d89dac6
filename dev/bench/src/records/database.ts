import { hash } from 'node:crypto';
import { onConnection } from '../database.ts';

/** Key and secret of another system, which may do everything; the same in each database. */
export const apiKey = { key: 'lrs-benchmark', secret: 'of-the-benchmark', title: 'Benchmark' };

export async function insertKey(databaseUrl: string): Promise<void> {
  await onConnection(databaseUrl, async (client) => {
    await client.query(
      `insert into lars.api_keys (api_key, secret_hash, title, scopes) values ($1, $2, $3, '{all}')`,
      [apiKey.key, hash('sha256', apiKey.secret, 'buffer'), apiKey.title],
    );
  });
}

/** Bytes of the tables that statements are in, with their indexes. */
export interface Sizes {
  readonly statements: number;
  readonly statement_ids: number;
  readonly activities: number;
  readonly database: number;
}

/** After all that is in memory has come to the disk. */
export function sizesOf(databaseUrl: string): Promise<Sizes> {
  return onConnection(databaseUrl, async (client) => {
    await client.query('checkpoint');
    const { rows } = await client.query<Record<keyof Sizes, string>>(`
      select pg_total_relation_size('lars.statements') as statements,
        pg_total_relation_size('lars.statement_ids') as statement_ids,
        pg_total_relation_size('lars.activities') as activities,
        pg_database_size(current_database()) as database
    `);
    const { statements, statement_ids, activities, database } = rows[0]!;
    return {
      statements: Number(statements),
      statement_ids: Number(statement_ids),
      activities: Number(activities),
      database: Number(database),
    };
  });
}

/** So that each measurement begins alike, and none pays for what came before it. */
export async function checkpoint(databaseUrl: string): Promise<void> {
  await onConnection(databaseUrl, (client) => client.query('checkpoint'));
}
