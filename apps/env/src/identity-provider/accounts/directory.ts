import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  hashPassword,
  isPassword,
  type EmbeddedAccount,
} from '@lectern/services/embedded-accounts';
import type { Pool } from 'pg';
import type { DemoAccount } from '../../accounts.ts';

/** Facts of a person who signs in; of the accounts of `lectern accounts`, no more than a name. */
export type Account = Pick<EmbeddedAccount, 'username' | 'subject' | 'given_name' | 'family_name'> &
  Partial<
    Pick<EmbeddedAccount, 'must_change_password'> &
      Pick<DemoAccount, 'email' | 'identity_provider' | 'groups'> & {
        /** Differs after every change of the password. */
        readonly passwordDigest: string;
      }
  >;

/** People who can sign in. */
export interface Directory {
  /** Accounts that the sign-in page shows, with their passwords. */
  readonly listed: readonly DemoAccount[];
  find(subject: string): Promise<Account | undefined>;
  /**
   * Compares passwords with that of a name. It takes the same time for missing names, and however much of the
   * password fits.
   *
   * @param name In lower case, without surrounding space.
   */
  loginOf(name: string): Promise<(password: string) => Promise<Account | undefined>>;
  /**
   * Gives an account a password of its person's choice in place of its first one.
   *
   * @returns `first` where it is the first one, `late` where the account has another one than it had
   */
  replaceFirstPassword(account: Account, password: string): Promise<'replaced' | 'first' | 'late'>;
}

type StoredAccount = EmbeddedAccount & { readonly password_hash: string };

/**
 * Accounts of the demo, whose passwords stand in the source, and those that `lectern accounts` stores.
 *
 * @param demo None where others than this machine can sign in.
 */
export function createDirectory(
  pool: Pool,
  demo: readonly DemoAccount[],
  listed: readonly DemoAccount[],
): Directory {
  const key = randomBytes(32);
  const digestOf = (password: string) => createHmac('sha256', key).update(password).digest();
  const findStored = async (column: 'username' | 'subject', value: string) => {
    // PostgreSQL's text cannot hold U+0000 and fails on it.
    if (value.includes('\0')) return undefined;
    const { rows } = await pool.query<StoredAccount>(
      `select * from identity_provider.account where ${column} = $1`,
      [value],
    );
    const [stored] = rows;
    return stored && { ...stored, passwordDigest: hash('sha256', stored.password_hash) };
  };
  return {
    listed,
    find: async (subject) =>
      demo.find((account) => account.subject === subject) ?? findStored('subject', subject),
    async loginOf(name) {
      const account = demo.find(({ username }) => username === name);
      if (account) {
        const digest = digestOf(account.password);
        return async (password) =>
          timingSafeEqual(digestOf(password), digest) ? account : undefined;
      }
      const stored = await findStored('username', name);
      return async (password) =>
        (await isPassword(password, stored?.password_hash)) ? stored : undefined;
    },
    async replaceFirstPassword({ subject, passwordDigest }, password) {
      const stored = await findStored('subject', subject);
      if (!stored || stored.passwordDigest !== passwordDigest) return 'late';
      if (await isPassword(password, stored.password_hash)) return 'first';
      // Another tab, or the operator, may have been faster: then the first password is no longer this one.
      const { rowCount } = await pool.query(
        `update identity_provider.account set password_hash = $1, must_change_password = false
        where subject = $2 and password_hash = $3 and must_change_password`,
        [await hashPassword(password), subject, stored.password_hash],
      );
      return rowCount === 1 ? 'replaced' : 'late';
    },
  };
}

/** True where `lectern accounts` has stored any. */
export async function hasStoredAccounts(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query('select from identity_provider.account limit 1');
  return rowCount === 1;
}
