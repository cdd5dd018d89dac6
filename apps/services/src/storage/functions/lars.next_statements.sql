-- A page of statements that progress in an issue was not read from yet, of one subject after the other. Locks each
-- subject that is behind, as each writer of progress does, and drops a reading that is outdated.
create or replace function lars.next_statements(
  given_subjects text[], given_course text, given_issue text, given_version integer,
  -- Of the page: most statements, and characters of JSON before the last one.
  most integer, most_characters integer
) returns table (
  subject text, stored timestamptz, sequence bigint, is_voided boolean, dto_id text,
  said_within text[], statement json
-- Planned once: the statement that reads a page is planned for longer than it runs, for each subject anew.
) language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  one text;
  reading lars.progress_readings;
  voided_now bigint;
  is_outdated boolean;
begin
  -- In one order, so that no two wait for each other.
  for one in select given from unnest(given_subjects) given order by given collate "C" loop
    -- Null: nothing was ever recorded.
    continue when lars.is_behind(one, given_course, given_issue, given_version) is not true;
    perform lars.lock_progress(one);
    select * into reading from lars.progress_readings known
    where known.subject = one and known.course_id = given_course and known.issue_id = given_issue;
    is_outdated := reading.version <> given_version;
    -- Voided since: only with the last page, so that it is reached where something is voided every second.
    if not is_outdated then
      select count(*) into voided_now from lars.statements voided
      where voided.subject = one and voided.is_voided
        and (voided.stored, voided.sequence) <= (reading.stored, reading.sequence);
      if reading.voided_count <> voided_now then
        perform 1 from lars.statements unread
        where unread.subject = one
          and (unread.stored, unread.sequence) > (reading.stored, reading.sequence)
        order by unread.subject, unread.stored, unread.sequence offset most limit 1;
        is_outdated := not found;
      end if;
    end if;
    if is_outdated then
      perform lars.forget_progress(one, given_course, given_issue);
      reading := null;
    end if;
    for subject, stored, sequence, is_voided, dto_id, said_within, statement in
      select unread.subject, unread.stored, unread.sequence, unread.is_voided, unread.dto_id,
        unread.said_within, unread.statement
      from lars.statements unread
      where unread.subject = one and (unread.stored, unread.sequence)
        > (coalesce(reading.stored, '-infinity'), coalesce(reading.sequence, 0))
      order by unread.subject, unread.stored, unread.sequence limit most
    loop
      -- Of the statement the members that the rules read, in its own shape: extensions, parsed, take up to sixteen
      -- times as much memory as their text. Older statements can have any form.
      select json_strip_nulls(json_build_object(
          'verb', json_build_object('id', said.verb ->> 'id'),
          'object', json_build_object(
            'objectType', said.object ->> 'objectType', 'id', said.object ->> 'id'
          ),
          'result', json_build_object(
            'success', said.result -> 'success', 'completion', said.result -> 'completion',
            'score', json_build_object(
              'scaled', said.result #> '{score,scaled}', 'raw', said.result #> '{score,raw}',
              'min', said.result #> '{score,min}', 'max', said.result #> '{score,max}'
            )
          ),
          'context', json_build_object('contextActivities', (
            -- Each with nothing but its id.
            select json_object_agg(kind, (
              select json_agg(json_build_object('id', named ->> 'id'))
              from json_array_elements(case json_typeof(list)
                when 'array' then list when 'object' then json_build_array(list) else '[]'
              end) item (named)
              where json_typeof(named -> 'id') = 'string'
            ))
            from (values
              ('parent', said.context #> '{contextActivities,parent}'),
              ('grouping', said.context #> '{contextActivities,grouping}')
            ) activities (kind, list)
            where json_typeof(said.context -> 'contextActivities') = 'object'
          )),
          'timestamp', said.timestamp
        ))
      into statement
      from json_to_record(statement)
        said (verb json, object json, result json, context json, "timestamp" text);
      return next;
      most := most - 1;
      most_characters := most_characters - length(statement::text);
      if most = 0 or most_characters < 0 then return; end if;
    end loop;
  end loop;
end $$;
