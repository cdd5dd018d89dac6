import { embeddedProviderSchema } from '@lectern/services/embedded-accounts';
import type { Pool } from 'pg';

/**
 * Creates what is missing. `if not exists` alone fails when two processes run it at once (both see
 * nothing, both create); the lock lets the second see what the first made.
 */
export async function createSchema(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const statement of embeddedProviderSchema) await client.query(statement);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** Deletes what has expired; the library never does, it only stops believing it. */
export async function purgeExpired(pool: Pool): Promise<void> {
  await pool.query('delete from identity_provider.artifact where expires_at < now()');
}
