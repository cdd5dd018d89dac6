import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../storage/database.ts';
import { isStanding } from '../storage/standing-memberships.ts';

/** A name as people see it: without case, spaces, and signs that are not seen. */
const seen = (name: RawBuilder<unknown>) => sql`
  lower(regexp_replace(
    normalize(${name}, nfkc), '[\\s\\u00ad\\u200b-\\u200f\\u2060-\\u2064\\ufeff]', '', 'g'
  ))
`;

/**
 * Whether somebody else in a group is called so, there or by the platform. A namesake may go by the name that
 * the platform knows.
 */
export async function isNameOfAnother(
  transaction: Database,
  groupId: string,
  subject: string,
  name: string,
): Promise<boolean> {
  const known = seen(sql`concat_ws(' ', given_name, family_name)`);
  const { rows } = await sql`
    select from gres.members member left join aua.users using (subject)
    where group_id = ${groupId} and member.subject <> ${subject} and ${isStanding}
      and ${seen(sql`${name}::text`)} in (${seen(sql`coalesce(display_name, '')`)}, ${known})
      and not exists (
        select from aua.users where subject = ${subject} and ${known} = ${seen(sql`${name}::text`)}
      )
    limit 1
  `.execute(transaction);
  return rows.length > 0;
}
