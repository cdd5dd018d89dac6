import { turningSigns } from '@lectern/contracts/calls/groups/membership';
import { sql, type RawBuilder } from 'kysely';

/**
 * A subquery with the name of each user by which the platform knows it, without signs that turn the direction of writing, as
 * `known`; empty: it has none.
 */
export const knownNames: RawBuilder<unknown> = sql`(
  select subject, regexp_replace(concat_ws(' ', given_name, family_name), ${turningSigns.source}, '', 'g') as known
  from aua.users
)`;
