import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { JWK } from 'oidc-provider';
import type { Pool } from 'pg';

/** Signing keys; made once for each database and kept there, so that a restart signs nobody out. */
export interface Keys {
  /** Private keys in JWK form; the library publishes their public halves. */
  readonly signing: { readonly keys: JWK[] };
  /** For the cookies' signatures; the first signs, all verify. */
  readonly cookies: string[];
}

/** Loads the keys, making them where the database has none yet. */
export async function loadKeys(pool: Pool): Promise<Keys> {
  const [signing, cookies] = await Promise.all([
    secret(pool, 'signing-keys', async () => ({ keys: [await newSigningKey()] })),
    secret(pool, 'cookie-keys', async () => [randomBytes(32).toString('base64url')]),
  ]);
  return { signing, cookies };
}

/** Where two processes make the same secret at once, the first to store it wins and both use its. */
async function secret<Value>(
  pool: Pool,
  name: string,
  create: () => Promise<Value>,
): Promise<Value> {
  const find = 'select value from identity_provider.secret where name = $1';
  const known = await pool.query<{ value: Value }>(find, [name]);
  if (known.rows[0]) return known.rows[0].value;
  await pool.query(
    'insert into identity_provider.secret (name, value) values ($1, $2) on conflict do nothing',
    [name, JSON.stringify(await create())],
  );
  const stored = await pool.query<{ value: Value }>(find, [name]);
  if (!stored.rows[0]) throw new Error(`The secret '${name}' vanished while it was stored`);
  return stored.rows[0].value;
}

/** RS256: the one algorithm that every relying party must support (OpenID Connect Core, 15.1). */
export async function newSigningKey(): Promise<JWK> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), alg: 'RS256', use: 'sig' };
}
