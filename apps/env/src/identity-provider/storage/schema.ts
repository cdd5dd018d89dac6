import { embeddedAccountsSchema } from '@lectern/services/embedded-accounts';
import type { Pool } from 'pg';

/*
 * The provider's own schema in the platform's database.
 *
 * `artifact` holds what the protocol library stores of people who have signed in: sessions, interactions,
 * grants, codes and tokens. `account` holds who can sign in besides the demo. `secret` holds what must survive a restart: signing keys and cookie keys.
 *
 * The payload is json, not jsonb: jsonb refuses the character U+0000, which anybody can put into a
 * `state` parameter, and nothing looks into the payload.
 */
const statements = `
  create table if not exists identity_provider.artifact (
    model text not null,
    id text not null,
    payload json not null,
    grant_id text,
    uid text,
    user_code text,
    consumed_at timestamptz,
    expires_at timestamptz,
    primary key (model, id)
  );
  create index if not exists artifact_grant on identity_provider.artifact (grant_id)
    where grant_id is not null;
  create index if not exists artifact_uid on identity_provider.artifact (uid)
    where uid is not null;
  create index if not exists artifact_expiry on identity_provider.artifact (expires_at);
  create table if not exists identity_provider.secret (
    name text primary key,
    value json not null
  );
`;

/**
 * Creates what is missing. `if not exists` alone fails when two processes run it at once (both see
 * nothing, both create); the lock lets the second see what the first made.
 */
export async function createSchema(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const statement of embeddedAccountsSchema) await client.query(statement);
    await client.query(statements);
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
