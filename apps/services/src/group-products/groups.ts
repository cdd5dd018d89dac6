import type { Answer, Contract } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Group } from '@lectern/contracts';
import { isToldAsLeader } from '../authorization/told-as-leader.ts';
import { readPageCursor, writePageCursor } from '../http/page-cursor.ts';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import { sightOf } from '../orders/public.ts';
import { isStanding } from '../groups/public.ts';
import { productLicensesOfGroups, seatsOfGroups } from '../licenses/public.ts';

type GroupProductsCalls = Pick<Contract['gp'], 'gpGroups' | 'gpGroupsStudents' | 'gpGroupsSeats'>;
type Student = Omit<
  Answer<GroupProductsCalls['gpGroupsStudents']>['students'][number],
  'products' | 'display_name'
>;

const pageDefault = 50;

/** The calls under `/v1/gp`: groups with what their licences open. */
export function groupProductsHandlers(database: Database): Handlers<GroupProductsCalls> {
  return {
    async gpGroups({ body, caller, refusal }) {
      const { subject, provider_id = null, group_id = null, limit = pageDefault } = body;
      const after = body.cursor === undefined ? [null] : readPageCursor(body.cursor, 1);
      if (!after) throw refusal('CURSOR_INVALID');
      const { rows } = await sql<Group>`
        select group_id, provider_id, name
        from gres.subject_groups own join gres.groups using (group_id)
        where own.subject = ${subject} and membership_state = 'accepted' and deleted_at is null
          and (${provider_id}::text is null or provider_id = ${provider_id})
          and (${group_id}::text is null or group_id = ${group_id})
          and (${after[0]}::text is null or group_id > ${after[0]})
        order by group_id limit ${limit + 1}
      `.execute(database);
      const page = rows.slice(0, limit);
      const products = await productLicensesOfGroups(
        database,
        page.map((group) => group.group_id),
        body,
        await sightOf(database, caller, subject),
      );
      return {
        groups: page.map((group) => ({
          ...group,
          products: [...(products.get(group.group_id) ?? [])],
        })),
        ...(rows.length > limit && { next_cursor: writePageCursor([page.at(-1)!.group_id]) }),
      };
    },

    async gpGroupsStudents({ body, caller, refusal }) {
      const { subject, group_id, limit = pageDefault } = body;
      const part = await partIn(database, group_id, subject);
      if (!part) throw refusal('GROUP_NOT_FOUND');
      if (part !== 'leader' || !isToldAsLeader(caller)) throw refusal('GROUP_NOT_LED');
      const after = body.cursor === undefined ? [null] : readPageCursor(body.cursor, 1);
      if (!after) throw refusal('CURSOR_INVALID');
      const { rows } = await sql<Student & { display_name: string | null }>`
        select subject, display_name, group_role, membership_types from gres.members
        where group_id = ${group_id} and membership_state = 'accepted' and group_role = 'member'
          and (${after[0]}::text is null or subject > ${after[0]})
        order by subject limit ${limit + 1}
      `.execute(database);
      const page = rows.slice(0, limit);
      const sight = await sightOf(database, caller, subject);
      const ofGroup = await productLicensesOfGroups(database, [group_id], body, sight);
      const products = ofGroup.get(group_id) ?? [];
      const open = products.filter(({ license_state }) => license_state === 'LICENSE_STATE_VALID');
      return {
        students: page.map(({ display_name, ...student }) => ({
          ...student,
          ...(display_name !== null && { display_name }),
          products: student.membership_types.includes('HasLicenses') ? open : [],
        })),
        ...(rows.length > limit && { next_cursor: writePageCursor([page.at(-1)!.subject]) }),
      };
    },

    async gpGroupsSeats({ body, caller, refusal }) {
      const { subject, group_id } = body;
      const part = await partIn(database, group_id, subject);
      if (!part) throw refusal('GROUP_NOT_FOUND');
      if (part !== 'leader' || !isToldAsLeader(caller)) throw refusal('GROUP_NOT_LED');
      const sight = await sightOf(database, caller, subject);
      const ofGroup = await productLicensesOfGroups(database, [group_id], body, sight);
      const products = ofGroup.get(group_id);
      if (!products) return { licenses: [] };
      const seats = await readSeats(database, group_id);
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

interface SeatsRow {
  readonly license_code: string;
  readonly seats: number | null;
  readonly taken: number;
  readonly holders: readonly { readonly subject: string; readonly obtained_at: string }[] | null;
}

/** A subject with several devices counts as often as it has usages, and is named once. */
async function readSeats(
  database: Database,
  groupId: string,
): Promise<ReadonlyMap<string, SeatsRow>> {
  const { rows } = await sql<SeatsRow>`
    select license_code, seats, coalesce(sum(usages), 0)::integer as taken,
      json_agg(json_build_object('subject', used.subject, 'obtained_at', obtained_at)
        order by obtained_at, used.subject) filter (where member.subject is not null) as holders
    from ${seatsOfGroups(sql`${[groupId]}::text[]`)} used
      left join gres.members member
        on member.group_id = ${groupId} and member.subject = used.subject
          and member.membership_state = 'accepted'
    group by license_code, seats
  `.execute(database);
  return new Map(rows.map((row) => [row.license_code, row]));
}

/** Role of a subject in a group; an applicant leads it no more than a member does. */
async function partIn(
  database: Database,
  groupId: string,
  subject: string,
): Promise<'leader' | 'member' | undefined> {
  const { rows } = await sql<{ part: 'leader' | 'member' }>`
    select case membership_state when 'accepted' then group_role else 'member' end as part
    from gres.subject_groups membership join gres.groups using (group_id)
    where membership.subject = ${subject} and group_id = ${groupId} and ${isStanding}
      and deleted_at is null
  `.execute(database);
  return rows[0]?.part;
}
