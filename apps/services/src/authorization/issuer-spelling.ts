import { spellingsOf } from '@lectern/contracts/calls/issuer';
import type { Database } from '../storage/database.ts';
import { subjectOfFurtherIssuer } from '../storage/subject-names.ts';
import type { IdentityProvider } from './identity-provider.ts';

/** A further issuer is written with a slash at its end and was not before, or the other way round. */
export class IssuerRespelled extends Error {
  override readonly name = 'IssuerRespelled';
}

/**
 * Subjects of a further issuer are made of its letters, so that another spelling would make new users of its users. How
 * it was written at earlier starts, the applications of then show.
 *
 * @throws {IssuerRespelled}
 */
export async function requireKnownSpelling(
  database: Database,
  { issuer, acceptedClients }: Pick<IdentityProvider, 'issuer' | 'acceptedClients'>,
): Promise<void> {
  const [configured, other] = spellingsOf(issuer);
  const isKnown = async (spelling: string) => {
    const application = await database
      .selectFrom('aua.applications')
      .select('subject')
      .where(
        'subject',
        'in',
        acceptedClients.map((client) => subjectOfFurtherIssuer(spelling, client)),
      )
      .executeTakeFirst();
    return application !== undefined;
  };
  if ((await isKnown(configured)) || !(await isKnown(other))) return;
  throw new IssuerRespelled(
    `LECTERN_FURTHER_IDENTITY_PROVIDERS names ${configured}, which was ${other} before: write it as before, because its users are known by that.`,
  );
}
