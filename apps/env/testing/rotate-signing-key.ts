import { Client } from 'pg';
import { newSigningKey } from '../src/identity-provider/storage/keys.ts';

/**
 * Puts a new signing key before the known ones in a provider's database: from its next start on that
 * one signs, and the others are still published.
 */
export async function rotateSigningKey(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `update identity_provider.secret
       set value = json_build_object('keys', $1::jsonb || (value -> 'keys')::jsonb)
       where name = 'signing-keys'`,
      [JSON.stringify([await newSigningKey()])],
    );
  } finally {
    await client.end();
  }
}
