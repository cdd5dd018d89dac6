import type { Answer } from '@lectern/contracts';
import type { userSearchCalls } from '@lectern/contracts/calls/users/user-search';
import type { Database } from '../storage/database.ts';
import { usersWithIdentity } from './identity-lookup.ts';
import type { ProviderDirectory } from './provider-directory.ts';

type Found = Answer<typeof userSearchCalls.userExternalSearch>;

/** Asks directories at the same time; their people follow each other in the order of the directories. */
export async function externalSearch(
  database: Database,
  directories: readonly ProviderDirectory[],
  term: string,
  limit: number,
): Promise<Found> {
  const found = await Promise.all(
    directories.map((directory) => searchOne(database, directory, term, limit)),
  );
  const users = found.flatMap((one) => one.users);
  return {
    users: users.slice(0, limit),
    truncated: users.length > limit || found.some((one) => one.truncated),
  };
}

async function searchOne(
  database: Database,
  directory: ProviderDirectory,
  term: string,
  limit: number,
): Promise<Found> {
  const { identityProviderIdentifier } = directory;
  const { people, truncated } = await directory.search(term, limit);
  const externalIds = people.map(({ external_id }) => external_id);
  const known = await usersWithIdentity(database, identityProviderIdentifier, externalIds);
  const users = people.map(({ groups: _groups, ...person }) => {
    const user = known.get(person.external_id);
    return {
      identity_provider_identifier: identityProviderIdentifier,
      ...person,
      ...(user && { subject: user.subject }),
    };
  });
  return { users, truncated };
}
