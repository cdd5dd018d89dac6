import { sql, type RawBuilder } from 'kysely';

/** A subquery with the name of each user by which the platform knows it, as `known`; empty: it has none. */
export const knownNames: RawBuilder<unknown> = sql`(
  select subject, concat_ws(' ', given_name, family_name) as known from aua.users
)`;
