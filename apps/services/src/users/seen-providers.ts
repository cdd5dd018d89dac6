import type { Identity } from '@lectern/contracts';
import type { Database } from '../storage/database.ts';

/**
 * Keeps from which identity providers users come, and in which groups they are there, for the lists
 * of both. To be called in the transaction that saves the identities, at its end.
 *
 * Nearly always all of it is known, and nothing is written. What is new is written in order, so that
 * those who see it first at the same time do not wait for each other in a circle.
 */
export async function rememberProviders(
  transaction: Database,
  identities: readonly Pick<Identity, 'identity_provider_identifier' | 'groups'>[],
): Promise<void> {
  const groupsByProvider = new Map<string, Set<string>>();
  for (const { identity_provider_identifier, groups } of identities) {
    const names = groupsByProvider.get(identity_provider_identifier) ?? [];
    groupsByProvider.set(identity_provider_identifier, new Set([...names, ...groups]));
  }
  const providers = [...groupsByProvider.keys()].toSorted();
  await rememberNewProviders(transaction, providers);
  for (const provider of providers) {
    await rememberNewGroups(transaction, provider, [...groupsByProvider.get(provider)!].toSorted());
  }
}

async function rememberNewProviders(
  transaction: Database,
  providers: readonly string[],
): Promise<void> {
  if (providers.length === 0) return;
  const rows = await transaction
    .selectFrom('aua.identity_providers')
    .select('identity_provider_identifier')
    .where('identity_provider_identifier', 'in', providers)
    .execute();
  const stored = new Set(rows.map((row) => row.identity_provider_identifier));
  const added = providers.filter((provider) => !stored.has(provider));
  if (added.length === 0) return;
  await transaction
    .insertInto('aua.identity_providers')
    .values(added.map((provider) => ({ identity_provider_identifier: provider })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function rememberNewGroups(
  transaction: Database,
  provider: string,
  groups: readonly string[],
): Promise<void> {
  if (groups.length === 0) return;
  const rows = await transaction
    .selectFrom('aua.provider_groups')
    .select('group_name')
    .where('identity_provider_identifier', '=', provider)
    .where('group_name', 'in', groups)
    .execute();
  const stored = new Set(rows.map(({ group_name }) => group_name));
  const added = groups.filter((group) => !stored.has(group));
  if (added.length === 0) return;
  await transaction
    .insertInto('aua.provider_groups')
    .values(added.map((group) => ({ identity_provider_identifier: provider, group_name: group })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
