-- Adds what was read of a subject's statements about an issue, and up to which. The caller holds the subject's lock.
create or replace function lars.add_progress(
  given_subject text, given_course text, given_issue text, given_version integer,
  -- The last statement that was read, and the voided ones among all.
  last_stored timestamptz, last_sequence bigint, voided integer,
  -- As rows of lars.exercise_progress and lars.exercise_activity.
  exercises json, activity json
) returns void language plpgsql as $$
begin
  -- No answer waits for the disk: what a crash takes is read from the statements again.
  perform set_config('synchronous_commit', 'off', true);
  -- least and greatest leave out what is null.
  insert into lars.exercise_progress as known (
    subject, course_id, issue_id, exercise_id, begun_at, finished_at, last_finished_at, last_active_at,
    best_score, last_score, scored_at, last_judged_at, last_succeeded_at, last_stored, last_finished_stored
  )
  select given_subject, given_course, given_issue, exercise_id, begun_at, finished_at, last_finished_at,
    last_active_at, best_score, last_score, scored_at,
    -- Older processes say nothing but whether one has succeeded.
    coalesce(last_judged_at, case when has_succeeded is not null then last_active_at end),
    coalesce(last_succeeded_at, case when has_succeeded then last_active_at end),
    given.last_stored, last_finished_stored
  from json_to_recordset(exercises) given (
    exercise_id text, begun_at timestamptz, finished_at timestamptz, last_finished_at timestamptz,
    last_active_at timestamptz, has_succeeded boolean, best_score double precision,
    last_score double precision, scored_at timestamptz, last_judged_at timestamptz,
    last_succeeded_at timestamptz, last_stored timestamptz, last_finished_stored timestamptz
  )
  on conflict (subject, course_id, issue_id, exercise_id) do update set
    begun_at = least(known.begun_at, excluded.begun_at),
    finished_at = least(known.finished_at, excluded.finished_at),
    last_finished_at = greatest(known.last_finished_at, excluded.last_finished_at),
    last_active_at = greatest(known.last_active_at, excluded.last_active_at),
    best_score = greatest(known.best_score, excluded.best_score),
    last_score = case when excluded.scored_at >= coalesce(known.scored_at, '-infinity')
      then excluded.last_score else known.last_score end,
    scored_at = greatest(known.scored_at, excluded.scored_at),
    last_judged_at = greatest(known.last_judged_at, excluded.last_judged_at),
    last_succeeded_at = greatest(known.last_succeeded_at, excluded.last_succeeded_at),
    last_stored = greatest(known.last_stored, excluded.last_stored),
    last_finished_stored = greatest(known.last_finished_stored, excluded.last_finished_stored);
  insert into lars.exercise_activity as known (
    subject, course_id, issue_id, begins, exercise_id, statements_count
  )
  select given_subject, given_course, given_issue, given.* from json_to_recordset(activity) given (
    begins timestamptz, exercise_id text, statements_count integer
  )
  on conflict (subject, course_id, issue_id, begins, exercise_id) do update
    set statements_count = known.statements_count + excluded.statements_count;
  insert into lars.progress_readings as known (
    subject, course_id, issue_id, version, stored, sequence, voided_count
  )
  values (given_subject, given_course, given_issue, given_version, last_stored, last_sequence, voided)
  on conflict (subject, course_id, issue_id) do update
    set stored = excluded.stored, sequence = excluded.sequence,
      voided_count = known.voided_count + excluded.voided_count;
end $$;
