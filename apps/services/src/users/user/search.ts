import type { userSearchCalls } from '@lectern/contracts/calls/users/user-search';
import type { Handlers } from '../../http/routes.ts';
import { sightOf } from '../../orders/public.ts';
import type { Database } from '../../storage/database.ts';
import type pg from 'pg';
import { extendedSearch } from '../extended-search.ts';
import { externalSearch } from '../external-search.ts';
import { usersWithIdentity } from '../identity-lookup.ts';
import { DirectoryUnavailable, type ProviderDirectories } from '../provider-directory.ts';
import { isKnownProvider } from '../provider.ts';
import { createQuickSearch } from '../quick-search.ts';
import { userOf } from '../user-row.ts';

const defaultLimit = 10;

export function userSearchHandlers(parts: {
  readonly database: Database;
  readonly directories: ProviderDirectories;
  readonly identityProviderTitles: ReadonlyMap<string, string>;
  readonly pool: pg.Pool;
}): Handlers<typeof userSearchCalls> {
  const { database, directories, pool } = parts;
  const quickSearch = createQuickSearch(pool);
  return {
    userQuickSearch: async ({ body: { limit = defaultLimit, ...search }, caller }) =>
      quickSearch({ ...search, limit }, await sightOf(database, caller)),

    async userExtendedSearch({ body, caller, refusal }) {
      const page = await extendedSearch(database, body, await sightOf(database, caller));
      if (!page) throw refusal('CURSOR_INVALID');
      return page;
    },

    async userExternalSearch({ body, caller, refusal }) {
      const { identity_provider_identifier: provider, term, limit = defaultLimit } = body;
      if (provider !== undefined && !(await isKnownProvider(parts, provider))) {
        throw refusal('PROVIDER_NOT_FOUND');
      }
      const asked = [...directories.values()].filter(
        (directory) => provider === undefined || directory.identityProviderIdentifier === provider,
      );
      if (asked.length === 0) throw refusal('DIRECTORY_NOT_CONFIGURED');
      const sight = await sightOf(database, caller);
      return externalSearch(database, asked, { term, limit, sight }).catch((error: unknown) => {
        if (!(error instanceof DirectoryUnavailable)) throw error;
        throw Object.assign(refusal('DIRECTORY_UNAVAILABLE', error.message), { cause: error });
      });
    },

    async userGetForProvider({ body, caller, refusal }) {
      const { identity_provider_identifier: provider, external_id } = body;
      const sight = await sightOf(database, caller);
      const users = await usersWithIdentity(database, provider, [external_id], sight);
      const user = users.get(external_id);
      if (!user) throw refusal('USER_NOT_FOUND');
      return { user: userOf(user) };
    },
  };
}
