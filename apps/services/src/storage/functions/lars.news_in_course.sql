-- When the newest statement of a subject was stored of those that may count in a course, null where that was before a
-- time, and how many of them are voided. What its recorder said within other courses tells nothing here.
create or replace function lars.news_in_course(given_subject text, given_course text, since timestamptz)
returns table (last_stored timestamptz, voided_count bigint) language plpgsql stable as $$
begin
  return query select (
    select newest.stored from lars.statements newest
    where newest.subject = given_subject and newest.stored > since
      and (newest.said_within is null or given_course = any(newest.said_within))
    -- In the order of the primary key, from its end.
    order by newest.subject desc, newest.stored desc, newest.sequence desc limit 1
  ), (
    select count(*) from lars.statements voided
    where voided.subject = given_subject and voided.is_voided
      and (voided.said_within is null or given_course = any(voided.said_within))
  );
end $$;
