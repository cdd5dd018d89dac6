import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { label } from '@lectern/contracts/calls/scalars';
import * as z from 'zod/mini';

/*
 * Facts that the commands (`lectern accounts`, `lectern restore`) and the embedded identity provider share: its tables,
 * and the form of its passwords.
 */

/** An account of the embedded identity provider, other than those of the demo. */
export interface EmbeddedAccount {
  /** In lower case. */
  readonly username: string;
  readonly subject: string;
  readonly given_name: string;
  readonly family_name: string;
  /** It has the password of its slip, and gets a session only with one of the person's choice. */
  readonly must_change_password: boolean;
}

/** Length of a password in characters. */
export const passwordMinimumLength = 8;
/** Of user names, names and passwords in characters. */
export const maximumLength = 200;

/** A user name as it is stored: in NFC and in lower case. */
export const usernameText = label(maximumLength, '').check(
  z.toLowerCase(),
  z.regex(/^[^\s\p{C}]+$/u),
);
/** The rule of {@link usernameText} in words. */
export const usernameRule = `1 to ${maximumLength} characters, without spaces and control characters`;

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
  // Altering takes a lock that waits for readers, such as a backup, even where there is nothing to do.
  `do $$ begin
    if not exists (
      select from pg_attribute
      where attrelid = 'identity_provider.account'::regclass and attname = 'must_change_password'
    ) then
      alter table identity_provider.account
        add column must_change_password boolean not null default false;
    end if;
  end $$`,
] as const;

/**
 * The provider's own schema in the platform's database, statement by statement, within a transaction.
 *
 * `artifact` holds what the protocol library stores of people who have signed in: sessions, interactions,
 * grants, codes and tokens. `account` holds who can sign in besides the demo. `secret` holds what must survive
 * a restart: signing keys and cookie keys.
 *
 * The payload is json, not jsonb: jsonb refuses the character U+0000, which anybody can put into a
 * `state` parameter, and nothing looks into the payload.
 */
export const embeddedProviderSchema = [
  ...embeddedAccountsSchema,
  `create table if not exists identity_provider.artifact (
    model text not null,
    id text not null,
    payload json not null,
    grant_id text,
    uid text,
    user_code text,
    consumed_at timestamptz,
    expires_at timestamptz,
    primary key (model, id)
  )`,
  `create index if not exists artifact_grant on identity_provider.artifact (grant_id)
    where grant_id is not null`,
  `create index if not exists artifact_uid on identity_provider.artifact (uid)
    where uid is not null`,
  'create index if not exists artifact_expiry on identity_provider.artifact (expires_at)',
  `create table if not exists identity_provider.secret (
    name text primary key,
    value json not null
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
