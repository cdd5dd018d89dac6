import { sql, type Kysely } from 'kysely';

/**
 * An invitation to lead knows its inviter, and a member that it has declined to lead: until now the logs of groups
 * alone knew both.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  /* sql */ `
    alter table gres.members
      -- Of an invitation to lead.
      add column invited_by text,
      add column declines_to_lead boolean not null default false
  `,
  /* sql */ `alter table gres.subject_groups add column invited_by text`,
  /* sql */ `
    update gres.members held set invited_by = made_by
    from (
      select distinct on (group_id, subject) group_id, change ->> 'subject' as subject, made_by
      from gres.transactions, jsonb_array_elements(changes) change
      where change ->> 'invited_as' = 'leader'
        or (change ->> 'change_type', change ->> 'group_role') = ('MEMBERSHIP_INVITED', 'leader')
      order by group_id, subject, (change ->> 'subject' is distinct from made_by) desc,
        transaction_index desc
    ) told
    where (held.group_id, held.subject) = (told.group_id, told.subject)
      and invited_until is not null and (membership_state = 'accepted' or group_role = 'leader')
  `,
  /* sql */ `
    update gres.subject_groups own set invited_by = held.invited_by
    from gres.members held
    where (held.group_id, held.subject) = (own.group_id, own.subject) and held.invited_by is not null
  `,
  /* sql */ `
    update gres.members held set declines_to_lead = true
    from gres.transactions told, jsonb_array_elements(changes) change
    where told.group_id = held.group_id and change ->> 'subject' = held.subject
      and change -> 'declines_to_lead' = 'true' and made_at >= began_at
  `,
  /* sql */ `
    update gres.transactions set changes = (
      select jsonb_agg(change - 'declines_to_lead' order by place)
      from jsonb_array_elements(changes) with ordinality given (change, place)
    )
    where changes @> '[{"declines_to_lead": true}]'
  `,
];
