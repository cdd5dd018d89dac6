import { sql, type Kysely } from 'kysely';

/**
 * A membership knows whose word it is. What a leader alone has said becomes an invitation; what a roster
 * said, or nobody by a call, is the school's word. It begins with the last time that it was accepted; what
 * a learner has finished since then has to be told from what was finished before.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  /* sql */ `
    alter table gres.members
      drop constraint members_membership_state_check,
      -- self: the subject joined or accepted; school; leader: an invitation.
      add column origin text not null default 'school' check (origin in ('self', 'school', 'leader')),
      -- Since when it is accepted.
      add column began_at timestamptz default now(),
      add column invited_until timestamptz
  `,
  /* sql */ `
    alter table gres.subject_groups
      drop constraint subject_groups_membership_state_check,
      add column invited_until timestamptz,
      add check (membership_state in ('requested', 'invited', 'accepted', 'revoked', 'declined'))
  `,
  /* sql */ `
    update gres.members set began_at = changed_at,
      origin = case when joined_itself or membership_state = 'requested' then 'self' else 'school' end
  `,
  // Only rosters, and those who move groups, made a leader of somebody who had not come by an own act.
  /* sql */ `
    update gres.members held set began_at = made_at,
      origin = case when origin = 'school' and group_role = 'member' and made_by is not null
        then 'leader' else origin end
    from (
      select distinct on (group_id, subject)
        group_id, change ->> 'subject' as subject, made_at, made_by
      from gres.transactions, jsonb_array_elements(changes) change
      where change ->> 'change_type' = 'MEMBERSHIP_ACCEPTED'
      order by group_id, subject, transaction_index desc
    ) told
    where (held.group_id, held.subject) = (told.group_id, told.subject)
  `,
  /* sql */ `
    update gres.members set membership_state = 'invited', invited_until = now() + interval '14 days'
    where membership_state = 'accepted' and origin = 'leader'
  `,
  /* sql */ `
    update gres.subject_groups own set membership_state = 'invited', invited_until = held.invited_until
    from gres.members held
    where (held.group_id, held.subject) = (own.group_id, own.subject)
      and held.membership_state = 'invited'
  `,
  /* sql */ `
    alter table gres.members
      drop column joined_itself,
      add check (membership_state in ('requested', 'invited', 'accepted')),
      add check ((membership_state = 'invited') = (origin = 'leader')),
      add check ((membership_state = 'invited') = (invited_until is not null)),
      add check (membership_state <> 'accepted' or began_at is not null)
  `,
  // What the ids of its activities end with could be the id of a course.
  /* sql */ `
    create function lars.named_courses(statement json) returns setof text
    language sql immutable as $$
      select regexp_replace(id, '^.*/', '') from (
        select statement #>> '{object,id}'
        where coalesce(statement #>> '{object,objectType}', 'Activity') = 'Activity'
        union all
        select one ->> 'id'
        from unnest('{parent,grouping}'::text[]) kind
          cross join lateral (
            select statement #> array['context', 'contextActivities', kind] as list
          ) given
          cross join lateral json_array_elements(case json_typeof(list)
            when 'array' then list when 'object' then json_build_array(list) else '[]' end) one
        where json_typeof(one) = 'object'
      ) named (id)
      where id is not null
    $$
  `,
  // Who has looked at what is of a subject, by day.
  /* sql */ `
    create table gres.looks (
      subject text not null,
      day date not null,
      reader text not null,
      first_at timestamptz not null default now(),
      primary key (subject, day, reader)
    )
  `,
  /* sql */ `create index looks_by_reader on gres.looks (reader)`,
  /* sql */ `alter table lars.exercise_progress add column last_finished_at timestamptz`,
  // It is read again from the statements when somebody asks.
  /* sql */ `truncate lars.progress_readings, lars.exercise_progress, lars.exercise_activity`,
];
