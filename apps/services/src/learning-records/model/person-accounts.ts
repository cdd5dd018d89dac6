import { isSameIssuer } from '@lectern/contracts/calls/issuer';
import { subjectOfPrimaryIssuer } from '../../authorization/primary-subjects.ts';
import type { Database } from '../../storage/database.ts';
import { linkedTo, namesOf } from '../../authorization/person-names.ts';
import { subjectOfFurtherIssuer } from '../../storage/subject-names.ts';
import type { Account } from './rename.ts';

/** Which accounts are one person's, as `AgentKeys` has it. */
export interface PersonAccounts {
  has(account: Account): boolean;
}

/**
 * The accounts of a subject, and of those that are the same person by a link: with a home page that is an
 * issuer of the platform, and the name that this issuer knows them by. Others may be called the same
 * elsewhere. Without a home page an account is taken for one of the platform.
 *
 * @param issuers the platform's own first, then further ones
 * @param but whose accounts are left out
 */
export async function accountsOf(
  database: Database,
  issuers: readonly string[],
  subject: string,
  but?: string,
): Promise<PersonAccounts> {
  const [primary] = issuers;
  if (primary === undefined) return { has: () => false };
  const person = await linkedTo(database, subject);
  const names = new Set([subject, ...(await namesOf(database, person))]);
  if (but !== undefined) names.delete(but);
  const further = issuers.slice(1);
  return {
    has({ homePage = primary, name }) {
      if (isSameIssuer(homePage, primary)) return names.has(subjectOfPrimaryIssuer(name));
      const issuer = further.find((one) => isSameIssuer(one, homePage));
      return issuer !== undefined && names.has(subjectOfFurtherIssuer(issuer, name));
    },
  };
}
