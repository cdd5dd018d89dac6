import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { isCustomer } from './customers.ts';
import type { Sight } from '../orders/public.ts';
import type { UserRow } from './user-row.ts';

/**
 * The users whom a caller sees and who have identities at a provider. An identity of a subject that was
 * linked is the
 * linked one's. Should several users claim one identity, it is of the one who came with it last.
 *
 * @returns by external id
 */
export async function usersWithIdentity(
  database: Database,
  identityProviderIdentifier: string,
  externalIds: readonly string[],
  sight: Sight,
): Promise<ReadonlyMap<string, UserRow>> {
  const { rows } = await sql<UserRow & { readonly external_id: string }>`
    select distinct on (external_id) external_id,
      users.subject, given_name, family_name, email, locale
    from aua.identities
    left join aua.subject_links on from_subject = identities.subject
    join aua.users on users.subject = coalesce(to_subject, identities.subject)
    where identity_provider_identifier = ${identityProviderIdentifier}
      and external_id = any (${[...externalIds]}::text[])
      and ${isCustomer(sight, sql`users.subject`)}
    order by external_id, to_subject is null desc, identities.updated_at desc, users.subject
  `.execute(database);
  return new Map(rows.map((row) => [row.external_id, row]));
}
