import type { Contract } from '@lectern/contracts';
import {
  defaultConnectorId,
  defaultOrderSystem,
  orderSystemByIdentityProvider,
} from '@lectern/contracts/calls/orders/order-system';
import { providersMaximum } from '@lectern/contracts/calls/users/provider';
import type { Handlers } from '../http/routes.ts';
import { orderSystemsByConnector } from '../orders/public.ts';
import type { Database } from '../storage/database.ts';
import type { ProviderDirectories } from './provider-directory.ts';

const orderSystems = new Map<string, string>(Object.entries(orderSystemByIdentityProvider));

/** Sources of the list of identity providers. */
interface KnownProviders {
  readonly database: Database;
  readonly directories: ProviderDirectories;
  readonly identityProviderTitles: ReadonlyMap<string, string>;
}

/**
 * The call under `/provider`: the identity providers of the table of section 9, those that stand in the
 * configuration, and those that users were seen to come from.
 */
export function providerHandlers({
  database,
  directories,
  identityProviderTitles,
}: KnownProviders): Handlers<Pick<Contract['aua'], 'providerList'>> {
  return {
    async providerList() {
      const seen = await database
        .selectFrom('aua.identity_providers')
        .select('identity_provider_identifier')
        .limit(providersMaximum)
        .execute();
      const registered = await orderSystemsByConnector(database);
      const configured = [...identityProviderTitles.keys(), ...directories.keys()];
      const all = new Set([
        ...orderSystems.keys(),
        ...configured,
        ...seen.map((row) => row.identity_provider_identifier),
      ]);
      // Providers that were only seen give way where there are too many.
      const listed = [...all].slice(0, providersMaximum).toSorted();
      return {
        providers: listed.map((provider) => ({
          identity_provider_identifier: provider,
          title: identityProviderTitles.get(provider) ?? provider,
          order_system:
            registered.get(provider) ?? orderSystems.get(provider) ?? defaultOrderSystem,
          is_default: provider === defaultConnectorId,
          has_directory: directories.has(provider),
        })),
      };
    },
  };
}

/** True for the connector id of a listed identity provider. */
export async function isKnownProvider(
  { database, directories, identityProviderTitles }: KnownProviders,
  provider: string,
): Promise<boolean> {
  if ([orderSystems, identityProviderTitles, directories].some((table) => table.has(provider))) {
    return true;
  }
  const seen = await database
    .selectFrom('aua.identity_providers')
    .select('identity_provider_identifier')
    .where('identity_provider_identifier', '=', provider)
    .executeTakeFirst();
  return seen !== undefined;
}
