import { fileURLToPath } from 'node:url';
import { demoAccounts, type DemoAccount } from '../../src/accounts.ts';
import { product, type Parts } from '../../src/product.ts';
import { seed } from '../../src/seed/seed.ts';

/** The demo people once more, in the same order. */
export type Cast = readonly [
  mia: DemoAccount,
  ben: DemoAccount,
  lea: DemoAccount,
  thomas: DemoAccount,
  sofia: DemoAccount,
  adrian: DemoAccount,
];

/** Casts that a platform of {@link productWithCasts} knows beside the demo people. */
const castCount = 100;

/**
 * The demo people under other names to sign in with and other subjects, in a class of their own, so that
 * tests that share a platform do not meet.
 *
 * @param number From 1 to {@link castCount}.
 * @throws {RangeError} where no platform knows that cast
 */
export function castOf(number: number): Cast {
  if (number < 1 || number > castCount) throw new RangeError(`There is no cast ${number}.`);
  const [mia, ben, lea, thomas, sofia, adrian] = demoAccounts;
  const of = ({ username, subject, email, ...account }: DemoAccount): DemoAccount => ({
    ...account,
    username: `${username}-${number}`,
    subject: `${subject}-${number}`,
    email: email.replace('@', `-${number}@`),
  });
  return [of(mia), of(ben), of(lea), of(thomas), of(sofia), of(adrian)];
}

/** Id of the group of the class that somebody of a cast leads or belongs to. */
export function classIdOf({ subject }: Pick<DemoAccount, 'subject'>): string {
  return subject.replace(/^demo-[a-z]+/, 'demo-klasse-5b');
}

/** Accounts that can sign in on a platform of {@link productWithCasts}. */
export function allCasts(): readonly DemoAccount[] {
  return [...demoAccounts, ...numbers().flatMap(castOf)];
}

/** Lectern, with casts beside the demo people. */
export const productWithCasts: Parts = {
  ...product,
  async seed(databaseUrl) {
    for (const cast of [demoAccounts, ...numbers().map(castOf)])
      await seed(databaseUrl, cast, classIdOf(cast[0]));
  },
  servers(context) {
    const servers = product.servers(context);
    const entry = fileURLToPath(new URL('main.ts', import.meta.url));
    return { ...servers, identityProvider: { ...servers.identityProvider, entry } };
  },
};

function numbers(): readonly number[] {
  return Array.from({ length: castCount }, (_, index) => index + 1);
}
