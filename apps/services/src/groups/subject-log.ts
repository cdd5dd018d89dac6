import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { Tables } from '../storage/tables.ts';
import { forLeaders } from './changes.ts';
import type { GroupRow } from './group-row.ts';

/* A subject in the logs of its groups, those that it has left included. */

/**
 * Locks the groups whose logs name a subject, in order, so that nobody waits in a circle. The subject can
 * get into others meanwhile: what is done with it in those that are locked must not touch those, so that
 * the next round finds them (`startSubjectJobs`).
 */
export async function lockGroupsNaming(
  transaction: Database,
  subject: string,
): Promise<ReadonlyMap<string, GroupRow>> {
  const { rows } = await sql<GroupRow>`
    select * from gres.groups where group_id in (
      select group_id from gres.subject_groups where subject = ${subject}
      union select group_id from gres.transactions where made_by = ${subject}
    )
    order by group_id for update
  `.execute(transaction);
  return new Map(rows.map((row) => [row.group_id, row]));
}

/** The groups whose logs tell members of a subject: by a change of it, or as the maker of one. */
export async function logsTelling(
  transaction: Database,
  groupIds: readonly string[],
  subject: string,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ group_id: string }>`
    select distinct group_id from gres.transactions, jsonb_array_elements(changes) change
    where group_id = any(${groupIds}::text[])
      and (made_by = ${subject} or changes @> ${JSON.stringify([{ subject }])}::jsonb)
      and (made_by = ${subject} or change ->> 'subject' = ${subject})
      and not change ? 'of_request' and change ->> 'change_type' <> all(${forLeaders}::text[])
  `.execute(transaction);
  return new Set(rows.map(({ group_id }) => group_id));
}

/** By whom a subject is replaced in logs. */
export interface Replacement {
  /** In changes. */
  readonly subject: string;
  /** Where it made them; null: nobody is named any more. */
  readonly maker: string | null;
  /** Keeps names and sharings beside the subject. */
  readonly keepsContent: boolean;
}

/**
 * Replaces a subject in the logs of groups that are locked.
 *
 * @returns how many transactions named it.
 */
export async function replaceInLogs(
  transaction: Database,
  groupIds: readonly string[],
  subject: string,
  { subject: replacement, maker, keepsContent }: Replacement,
): Promise<number> {
  const named = sql`${JSON.stringify([{ subject }])}::jsonb`;
  const replaced = sql`jsonb_build_object('subject', ${replacement}::text)`;
  const change: RawBuilder<unknown> = keepsContent
    ? sql`change || ${replaced}`
    : sql`change - 'display_name' || ${replaced}
        || case when change ? 'sharings' then '{"sharings": []}'::jsonb else '{}' end`;
  const { numAffectedRows } = await sql`
    update gres.transactions set
      made_by = case when made_by = ${subject} then ${maker} else made_by end,
      changes = (
        select coalesce(jsonb_agg(
          case when change ->> 'subject' = ${subject} then ${change} else change end order by place
        ), '[]')
        from jsonb_array_elements(changes) with ordinality given (change, place)
      )
    where group_id = any(${groupIds}::text[]) and (made_by = ${subject} or changes @> ${named})
  `.execute(transaction);
  await sql`
    update gres.groups set created_by = ${maker}
    where group_id = any(${groupIds}::text[]) and created_by = ${subject}
  `.execute(transaction);
  return Number(numAffectedRows ?? 0);
}

/** Memberships of one subject, with their groups. */
export type OwnMembership = Pick<
  Selectable<Tables['gres.subject_groups']>,
  'group_id' | 'membership_state'
>;

export function membershipsOfSubject(
  transaction: Database,
  subject: string,
  groupIds: readonly string[],
): Promise<readonly OwnMembership[]> {
  return transaction
    .selectFrom('gres.subject_groups')
    .select(['group_id', 'membership_state'])
    .where('subject', '=', subject)
    .where(sql<boolean>`group_id = any(${groupIds}::text[])`)
    .orderBy('group_id')
    .execute();
}
