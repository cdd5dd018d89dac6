import { turningSigns } from '@lectern/contracts/calls/groups/membership';
import { sql, type RawBuilder } from 'kysely';

/** Spaces, and signs that are not seen; joiners within a name stay. */
const around =
  /[\s\u00A0\u00AD\u115F\u1160\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFEFF\uFFA0]+/;

/**
 * A subquery with the name of each user by which the platform knows it, without signs that turn the direction of writing and
 * what is not seen around it, as `known`; empty: it has none.
 */
export const knownNames: RawBuilder<unknown> = sql`(
  select subject, concat_ws(' ', ${named('given_name')}, ${named('family_name')}) as known
  from aua.users
)`;

/** @returns nothing for a name that nobody would see */
function named(column: string): RawBuilder<unknown> {
  const turned = sql`regexp_replace(${sql.ref(column)}, ${turningSigns.source}, '', 'g')`;
  return sql`nullif(regexp_replace(${turned}, ${`^${around.source}|${around.source}$`}, '', 'g'), '')`;
}
