-- Whether a subject has statements that its progress in an issue was not read from, other voided ones than then, or a
-- reading for another version of the issue.
create or replace function lars.is_behind(
  given_subject text, given_course text, given_issue text, given_version integer
) returns boolean language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  reading lars.progress_readings;
  voided_now bigint;
begin
  select * into reading from lars.progress_readings known
  where known.subject = given_subject and known.course_id = given_course
    and known.issue_id = given_issue;
  perform 1 from lars.statements newer
  where newer.subject = given_subject and (newer.stored, newer.sequence)
    > (coalesce(reading.stored, '-infinity'), coalesce(reading.sequence, 0))
  -- In the order of the primary key: otherwise the table might be gone through.
  order by newer.subject, newer.stored, newer.sequence limit 1;
  if found or reading.version <> given_version then return true; end if;
  select count(*) into voided_now from lars.statements voided
  where voided.subject = given_subject and voided.is_voided
    and (voided.stored, voided.sequence) <= (reading.stored, reading.sequence);
  return reading.voided_count <> voided_now;
end $$;
