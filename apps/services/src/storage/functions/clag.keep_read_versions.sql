-- Keeps versions of answers that a leader of a group has been told of (annotations/feedback/answer-versions.ts), pupil
-- after pupil, and drops unnamed ones above the limits.
--
-- read: [{subject, versions: [{exercise_id, answer_id, version, content, bytes, updated_at}]}], in the order of keys,
--   so that no two wait in a circle
create or replace function clag.keep_read_versions(
  in_course text, in_issue text, by_group text, read jsonb, lifetime interval,
  newest_maximum integer, span_in_seconds integer, bytes_maximum bigint
) returns void language plpgsql as $$
declare
  pupil text;
  versions jsonb;
  exercises text[];
begin
  for pupil, versions in
    select given.subject, given.versions from jsonb_to_recordset(read) given (subject text, versions jsonb)
  loop
    perform 1 from clag.issue_changes
      where subject = pupil and course_id = in_course and issue_id = in_issue for key share skip locked;
    continue when not found;

    insert into clag.answer_versions as kept
      (subject, course_id, issue_id, group_id, exercise_id, answer_id, version, content, bytes, updated_at, kept_until)
    select pupil, in_course, in_issue, by_group, given.exercise_id, given.answer_id, given.version, given.content,
      given.bytes, given.updated_at, now() + lifetime
    from jsonb_to_recordset(versions) given (
      exercise_id text, answer_id text, version integer, content jsonb, bytes integer, updated_at timestamptz
    )
    on conflict (subject, course_id, issue_id, exercise_id, answer_id, version, group_id)
    do update set kept_until = excluded.kept_until where kept.kept_until is not null;

    exercises := array(
      select distinct given.exercise_id from jsonb_to_recordset(versions) given (exercise_id text)
    );
    with ranked as (
      select exercise_id, answer_id, version, bytes, updated_at,
        row_number() over (partition by exercise_id, answer_id order by version desc) <= newest_maximum
        or row_number() over (
          partition by exercise_id, answer_id, floor(extract(epoch from updated_at) / span_in_seconds)
          order by version
        ) = 1 as is_wanted
      from clag.answer_versions
      where subject = pupil and course_id = in_course and issue_id = in_issue and group_id = by_group
        and exercise_id = any(exercises) and kept_until is not null
    ), weighed as (
      select exercise_id, answer_id, version, is_wanted, sum(bytes) filter (where is_wanted) over (
        partition by exercise_id order by updated_at desc, answer_id collate "C", version desc
        rows between unbounded preceding and current row
      ) as bytes_kept
      from ranked
    ), evicted as (
      select exercise_id, answer_id, version from clag.answer_versions
      where subject = pupil and course_id = in_course and issue_id = in_issue and group_id = by_group
        and kept_until is not null and (exercise_id, answer_id, version) in (
          select weighed.exercise_id, weighed.answer_id, weighed.version from weighed
          where not is_wanted or bytes_kept > bytes_maximum
        )
      order by exercise_id collate "C", answer_id collate "C", version
      for update skip locked
    )
    delete from clag.answer_versions kept using evicted
    where kept.subject = pupil and kept.course_id = in_course and kept.issue_id = in_issue
      and kept.group_id = by_group and kept.exercise_id = evicted.exercise_id
      and kept.answer_id = evicted.answer_id and kept.version = evicted.version;
  end loop;
end $$;
