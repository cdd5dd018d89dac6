import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { DemoAccount } from '../../accounts.ts';

/** Who can sign in. */
export interface Directory {
  /** Accounts that the sign-in page shows. */
  readonly listed: readonly DemoAccount[];
  find(subject: string): DemoAccount | undefined;
  /**
   * Compares in the same time whether the name exists or not, and however much of the password fits.
   * The name counts without case and surrounding space.
   */
  verify(username: string, password: string): DemoAccount | undefined;
}

/** The passwords stand in the source: what is kept from strangers is only how near a guess came. */
export function createDirectory(
  accounts: readonly DemoAccount[],
  listed: readonly DemoAccount[] = accounts,
): Directory {
  const key = randomBytes(32);
  const digestOf = (password: string) => createHmac('sha256', key).update(password).digest();
  const known = new Map(
    accounts.map((account) => [account.username, { account, digest: digestOf(account.password) }]),
  );
  // Unknown names are compared with a digest that nothing fits, so that they take as long.
  const nobody = { account: undefined, digest: randomBytes(32) };
  return {
    listed,
    find: (subject) => accounts.find((account) => account.subject === subject),
    verify(username, password) {
      const { account, digest } = known.get(username.trim().toLowerCase()) ?? nobody;
      return timingSafeEqual(digestOf(password), digest) ? account : undefined;
    },
  };
}
