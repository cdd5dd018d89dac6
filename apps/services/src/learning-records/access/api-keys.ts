import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../storage/database.ts';
import { isKeyScope, type KeyScope } from './scopes.ts';

/** A calling system that is no person. */
export interface ApiKey {
  readonly api_key: string;
  readonly title: string;
  readonly scopes: readonly KeyScope[];
}

/** Credentials as they are sent (RFC 7617): a key without a colon. */
export interface KeyAndSecret {
  readonly key: string;
  readonly secret: string;
}

/** How long an answer about a key holds, in milliseconds: within this a revocation does. */
export const answersKeptInMs = 60_000;
const answersMaximum = 10_000;
/** So that guessing is hopeless however fast the hash is. */
const secretInBytes = 32;
const keyInBytes = 9;

/** Finds out whose key and secret they are. */
export type VerifyKey = (credentials: KeyAndSecret) => Promise<ApiKey | undefined>;

/** Verifies keys, and remembers what came of it by a hash of both, so that no memory gives one away. */
export function createVerifyKey(database: Database, keptInMs = answersKeptInMs): VerifyKey {
  const answers = new LRUCache<string, ApiKey | false, KeyAndSecret>({
    max: answersMaximum,
    ttl: keptInMs,
    fetchMethod: async (_fingerprint, _stale, { context }) =>
      (await findKey(database, context)) ?? false,
  });
  return async (credentials) => {
    const fingerprint = hash('sha256', `${credentials.key}:${credentials.secret}`, 'base64');
    const known =
      answers.get(fingerprint) ?? (await answers.fetch(fingerprint, { context: credentials }));
    return known || undefined;
  };
}

async function findKey(
  database: Database,
  { key, secret }: KeyAndSecret,
): Promise<ApiKey | undefined> {
  // The database refuses NUL and the like, so such a text is no key.
  if (!keyPattern.test(key)) return undefined;
  const found = await database
    .selectFrom('lars.api_keys')
    .select(['api_key', 'title', 'scopes', 'secret_hash'])
    .where('api_key', '=', key)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  const isRight = timingSafeEqual(hashOf(secret), found?.secret_hash ?? hashOf(''));
  if (!found || !isRight) return undefined;
  return { api_key: found.api_key, title: found.title, scopes: found.scopes.filter(isKeyScope) };
}

const keyPattern = /^[\x21-\x39\x3b-\x7e]{1,64}$/;

function hashOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** Makes a key. Its secret is nowhere but in what is returned. */
export async function createKey(
  transaction: Database,
  { title, scopes }: Pick<ApiKey, 'title' | 'scopes'>,
): Promise<KeyAndSecret> {
  const key = `lrs-${randomBytes(keyInBytes).toString('base64url')}`;
  const secret = randomBytes(secretInBytes).toString('base64url');
  await transaction
    .insertInto('lars.api_keys')
    .values({ api_key: key, secret_hash: hashOf(secret), title, scopes: [...scopes] })
    .execute();
  return { key, secret };
}

/** A key as those who administer it see it. */
export interface ListedKey extends ApiKey {
  readonly created_at: Date;
  readonly revoked_at: Date | null;
}

/** All keys, those that were revoked, too; the oldest first. */
export async function listKeys(database: Database): Promise<readonly ListedKey[]> {
  const rows = await database
    .selectFrom('lars.api_keys')
    .select(['api_key', 'title', 'scopes', 'created_at', 'revoked_at'])
    .orderBy('created_at')
    .orderBy('api_key')
    .execute();
  return rows.map((row) => ({ ...row, scopes: row.scopes.filter(isKeyScope) }));
}

/** @returns what came of it; a key that was revoked before stays as it is. */
export async function revokeKey(
  transaction: Database,
  key: string,
): Promise<'REVOKED' | 'UNCHANGED' | 'NOT_FOUND'> {
  const revoked = await transaction
    .updateTable('lars.api_keys')
    .set({ revoked_at: sql<Date>`clock_timestamp()` })
    .where('api_key', '=', key)
    .where('revoked_at', 'is', null)
    .returning('api_key')
    .executeTakeFirst();
  if (revoked) return 'REVOKED';
  const known = await transaction
    .selectFrom('lars.api_keys')
    .select('api_key')
    .where('api_key', '=', key)
    .executeTakeFirst();
  return known ? 'UNCHANGED' : 'NOT_FOUND';
}
