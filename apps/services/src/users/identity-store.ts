import type { Identity } from '@lectern/contracts';
import { sql } from 'kysely';
import { lockByName } from '../storage/advisory-lock.ts';
import type { Database } from '../storage/database.ts';
import { areSameNames, namesOnce } from './names.ts';
import { rememberProviders } from './seen-providers.ts';
import type { ClaimedIdentity } from './user-info.ts';

/** Saves identities of a subject and what they say of their providers; the last thing to be saved. */
export async function saveIdentities(
  transaction: Database,
  subject: string,
  identities: readonly Identity[],
): Promise<void> {
  if (identities.length === 0) return;
  await transaction
    .insertInto('aua.identities')
    .values(identities.map((identity) => ({ subject, ...identity })))
    .onConflict((conflict) =>
      conflict
        .columns(['subject', 'identity_provider_identifier', 'external_id'])
        .doUpdateSet(({ ref }) => ({ groups: ref('excluded.groups'), updated_at: new Date() })),
    )
    .execute();
  await rememberProviders(transaction, identities);
}

/** Saves the identity that a user comes with; where nothing is said of its groups, those that are stored stay. */
export async function saveClaimedIdentity(
  transaction: Database,
  subject: string,
  { groups, ...identity }: ClaimedIdentity,
): Promise<void> {
  if (groups) return saveIdentities(transaction, subject, [{ ...identity, groups }]);
  await transaction
    .insertInto('aua.identities')
    .values({ subject, ...identity, groups: [] })
    .onConflict((conflict) =>
      conflict
        .columns(['subject', 'identity_provider_identifier', 'external_id'])
        .doUpdateSet({ updated_at: new Date() }),
    )
    .execute();
  await rememberProviders(transaction, [{ ...identity, groups: [] }]);
}

/**
 * Identities that another subject has. No other transaction is asked the same about them until this one ends, so
 * of two that want to give one away one finds it taken. No constraint can say it: identities are distributed by
 * subject.
 */
export async function takenIdentities(
  transaction: Database,
  subject: string,
  identities: readonly Identity[],
): Promise<readonly Identity[]> {
  if (identities.length === 0) return [];
  // Among others who ask for single ones; not while a whole file of them is taken over.
  await lockByName(transaction, 'aua.identities', 'shared');
  const names = identities.map(({ identity_provider_identifier, external_id }) =>
    JSON.stringify(['aua.identities', identity_provider_identifier, external_id]),
  );
  // Sorted, so that nobody waits in a circle.
  for (const name of names.toSorted()) await lockByName(transaction, name);
  const taken: Identity[] = [];
  for (const identity of identities) {
    const { identity_provider_identifier, external_id } = identity;
    const { rows } = await sql`
      select from aua.identities held
      where identity_provider_identifier = ${identity_provider_identifier}
        and external_id = ${external_id} and subject <> ${subject}
        -- A subject that was linked to this one is this one.
        and not exists (
          select from aua.subject_links
          where from_subject = held.subject and to_subject = ${subject}
        )
      limit 1
    `.execute(transaction);
    if (rows.length > 0) taken.push(identity);
  }
  return taken;
}

/** Identities that are not stored just so; their groups in order. */
export async function changedIdentities(
  transaction: Database,
  subject: string,
  identities: readonly Identity[],
): Promise<readonly Identity[]> {
  if (identities.length === 0) return [];
  const stored = await transaction
    .selectFrom('aua.identities')
    .select(['identity_provider_identifier', 'external_id', 'groups'])
    .where('subject', '=', subject)
    .execute();
  return identities
    .map((identity) => ({ ...identity, groups: namesOnce(identity.groups) }))
    .filter((identity) => {
      const before = stored.find(
        (candidate) =>
          candidate.identity_provider_identifier === identity.identity_provider_identifier &&
          candidate.external_id === identity.external_id,
      );
      return !before || !areSameNames(namesOnce(before.groups), identity.groups);
    });
}
