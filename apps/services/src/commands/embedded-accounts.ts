import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

/*
 * Facts that the command (`lectern accounts`) and the embedded identity provider share: the place of the accounts,
 * and the form of their passwords.
 */

/** An account of the embedded identity provider, other than those of the demo. */
export interface EmbeddedAccount {
  /** In lower case. */
  readonly username: string;
  readonly subject: string;
  readonly given_name: string;
  readonly family_name: string;
}

/** Makes the schema and the table, one statement after the other, within a transaction. */
export const embeddedAccountsSchema = [
  // Two that make the same at once would both fail to see it; any number of no other lock.
  'select pg_advisory_xact_lock(1941258)',
  'create schema if not exists identity_provider',
  `create table if not exists identity_provider.account (
    username text primary key,
    subject text not null unique,
    given_name text not null,
    family_name text not null,
    password_hash text not null
  )`,
] as const;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

const keyLengthInBytes = 32;
/** Of OWASP's choices the one with the least memory, 16 MiB (Password Storage Cheat Sheet, scrypt). */
const cost = { N: 2 ** 14, r: 8, p: 5 } as const;

/** @returns cost, salt and key: `scrypt$16384$8$5$…$…` */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password.normalize(), salt, keyLengthInBytes, cost);
  const { N, r, p } = cost;
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** A key that no password has. */
const nobodys = ['scrypt', cost.N, cost.r, cost.p, '', ''].join('$');

/** @param passwordHash Absent for a name without an account: comparing takes as long. */
export async function isPassword(
  password: string,
  passwordHash: string = nobodys,
): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = passwordHash.split('$');
  const options = { N: Number(N), r: Number(r), p: Number(p) };
  const derived = await derive(
    password.normalize(),
    Buffer.from(salt, 'base64url'),
    keyLengthInBytes,
    options,
  );
  const expected = Buffer.from(key, 'base64url');
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}
