import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { DemoAccount } from '../../accounts.ts';

/** Who can sign in. */
export interface Directory {
  readonly accounts: readonly DemoAccount[];
  find(subject: string): DemoAccount | undefined;
  /**
   * Compares in the same time whether the name exists or not, and however much of the password fits.
   * The name counts without case and surrounding space.
   */
  verify(username: string, password: string): Promise<DemoAccount | undefined>;
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const saltInBytes = 16;
const hashInBytes = 32;

interface PasswordHash {
  readonly salt: Buffer;
  readonly hash: Buffer;
}

/** Hashes the passwords once, at the start: they stand in the source, but not in this memory. */
export async function createDirectory(accounts: readonly DemoAccount[]): Promise<Directory> {
  const known = new Map(
    await Promise.all(
      accounts.map(
        async (account) =>
          [account.username, { account, hash: await hashPassword(account.password) }] as const,
      ),
    ),
  );
  // Unknown names are compared with a hash that nothing fits, so that they take as long.
  const nobody = { account: undefined, hash: await hashPassword(randomBytes(32).toString('hex')) };
  return {
    accounts,
    find: (subject) => accounts.find((account) => account.subject === subject),
    async verify(username, password) {
      const { account, hash } = known.get(username.trim().toLowerCase()) ?? nobody;
      const derived = await derive(password, hash.salt, hashInBytes);
      return timingSafeEqual(derived, hash.hash) ? account : undefined;
    },
  };
}

async function hashPassword(password: string): Promise<PasswordHash> {
  const salt = randomBytes(saltInBytes);
  return { salt, hash: await derive(password, salt, hashInBytes) };
}
