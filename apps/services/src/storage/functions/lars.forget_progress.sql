-- Drops what was read of a subject, of one issue or of all, so that it is read again. The caller holds the subject's lock.
create or replace function lars.forget_progress(
  given_subject text, given_course text default null, given_issue text default null
) returns void language plpgsql as $$
begin
  delete from lars.progress_readings known where known.subject = given_subject
    and (given_course is null or (known.course_id = given_course and known.issue_id = given_issue));
  delete from lars.exercise_progress known where known.subject = given_subject
    and (given_course is null or (known.course_id = given_course and known.issue_id = given_issue));
  delete from lars.exercise_activity known where known.subject = given_subject
    and (given_course is null or (known.course_id = given_course and known.issue_id = given_issue));
end $$;
