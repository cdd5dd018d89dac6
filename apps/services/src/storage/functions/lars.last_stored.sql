-- When the newest statement of a subject was stored of those that may count in a course; null: none within a day. What
-- its recorder said within other courses tells nothing here.
create or replace function lars.last_stored(given_subject text, given_course text) returns timestamptz
language plpgsql stable as $$
begin
  return (
    select newest.stored from lars.statements newest
    where newest.subject = given_subject and newest.stored > now() - interval '1 day'
      and (newest.said_within is null or given_course = any(newest.said_within))
    -- In the order of the primary key, from its end.
    order by newest.subject desc, newest.stored desc, newest.sequence desc limit 1
  );
end $$;
