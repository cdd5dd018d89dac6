import type { Contract } from '@lectern/contracts';
import { sql } from 'kysely';
import { isToldAsLeader } from '../authorization/told-as-leader.ts';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import { licensesOfGroups } from '../storage/entitling-groups.ts';
import { sightOf } from '../storage/spoken-for.ts';
import { partIn } from './groups.ts';
import { productsOfGroups } from './products.ts';

interface SeatsRow {
  readonly license_code: string;
  readonly seats: number | null;
  readonly taken: number;
  readonly holders: readonly { readonly subject: string; readonly obtained_at: string }[] | null;
}

/** `/v1/gp/groups/seats`: how many seats of a group's licences are in use, and who of the group holds one. */
export function seatsHandlers(database: Database): Handlers<Pick<Contract['gp'], 'gpGroupsSeats'>> {
  return {
    async gpGroupsSeats({ body, caller, refusal }) {
      const { subject, group_id } = body;
      const part = await partIn(database, group_id, subject);
      if (!part) throw refusal('GROUP_NOT_FOUND');
      if (part !== 'leader' || !isToldAsLeader(caller)) throw refusal('GROUP_NOT_LED');
      const sight = await sightOf(database, caller, subject);
      const products = (await productsOfGroups(database, [group_id], body, sight)).get(group_id);
      if (!products) return { licenses: [] };
      const seats = await seatsOf(database, group_id);
      return {
        licenses: products.map((product) => {
          const row = seats.get(product.license_code);
          return {
            ...product,
            ...(row && row.seats !== null && { seats: row.seats }),
            taken_seats: row?.taken ?? 0,
            holders: (row?.holders ?? []).map((holder) => ({
              subject: holder.subject,
              obtained_at: new Date(holder.obtained_at).toISOString(),
            })),
          };
        }),
      };
    },
  };
}

/** A subject with several devices counts as often as it has usages, and is named once. */
async function seatsOf(
  database: Database,
  groupId: string,
): Promise<ReadonlyMap<string, SeatsRow>> {
  const { rows } = await sql<SeatsRow>`
    select license.license_code, license.seats, coalesce(in_use.taken, 0) as taken, in_use.holders
    from ${licensesOfGroups(sql`${[groupId]}::text[]`)} license
      left join lateral (
        select sum(usages)::integer as taken,
          json_agg(json_build_object('subject', used.subject, 'obtained_at', used.obtained_at)
            order by used.obtained_at, used.subject)
            filter (where member.subject is not null) as holders
        from (
          select subject, min(obtained_at) as obtained_at, count(*) as usages
          from lima.license_usages
          where license_code = license.license_code and ended_at is null
            and expires_at > clock_timestamp()
          group by subject
        ) used
          left join gres.members member
            on member.group_id = ${groupId} and member.subject = used.subject
              and member.membership_state = 'accepted'
      ) in_use on true
  `.execute(database);
  return new Map(rows.map((row) => [row.license_code, row]));
}
