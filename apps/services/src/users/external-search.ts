import type { Answer } from '@lectern/contracts';
import type { userSearchCalls } from '@lectern/contracts/calls/users/user-search';
import type { Database } from '../storage/database.ts';
import type { Sight } from '../orders/public.ts';
import { usersWithIdentity } from './identity-lookup.ts';
import type { ProviderDirectory } from './provider-directory.ts';

type ExternalUsers = Answer<typeof userSearchCalls.userExternalSearch>;

/** Search term and caller: to a caller of some publishers only their customers are there. */
interface ExternalQuestion {
  readonly term: string;
  readonly limit: number;
  readonly sight: Sight;
}

/** Asks directories at the same time; their people follow each other in the order of the directories. */
export async function externalSearch(
  database: Database,
  directories: readonly ProviderDirectory[],
  question: ExternalQuestion,
): Promise<ExternalUsers> {
  const { limit } = question;
  const answers = await Promise.all(
    directories.map((directory) => searchOne(database, directory, question)),
  );
  const users = answers.flatMap((answer) => answer.users);
  return {
    users: users.slice(0, limit),
    truncated: users.length > limit || answers.some((answer) => answer.truncated),
  };
}

async function searchOne(
  database: Database,
  directory: ProviderDirectory,
  { term, limit, sight }: ExternalQuestion,
): Promise<ExternalUsers> {
  const { identityProviderIdentifier } = directory;
  const { people, truncated } = await directory.search(term, limit);
  const externalIds = people.map(({ external_id }) => external_id);
  const usersById = await usersWithIdentity(
    database,
    identityProviderIdentifier,
    externalIds,
    sight,
  );
  const seen = people.filter(
    ({ external_id }) => sight.mandants === 'all' || usersById.has(external_id),
  );
  const users = seen.map(({ groups: _groups, ...person }) => {
    const user = usersById.get(person.external_id);
    return {
      identity_provider_identifier: identityProviderIdentifier,
      ...person,
      ...(user && { subject: user.subject }),
    };
  });
  return { users, truncated };
}
