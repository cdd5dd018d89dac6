-- lars.store_statements with what becomes so with the statements: attachments, and a session of cmi5. Where the
-- statements are there already, with none of it. Its lock comes before any row, as erasing and moving take it.
create or replace function lars.store_with_others(
  given_request integer[], given_id uuid[], given_subject text[], given_stored timestamptz[],
  given_verb bigint[], given_activity bigint[], given_registration uuid[],
  given_authority bigint[], given_terms text[], given_courses text[], given_within text[],
  given_attached text[], given_refers_to uuid[], given_voids uuid[], given_voids_of text[],
  given_dto_id text[], given_statements text, attachment_subject text[], attachment_sha2 text[],
  attachment_content bytea[], attachment_sent_by text[], attachment_kept_for uuid[],
  given_session json
) returns table (request integer, statement_id uuid, dto_id text, statement text)
language plpgsql as $$
begin
  return query select * from lars.store_statements(
    given_request, given_id, given_subject, given_stored, given_verb, given_activity,
    given_registration, given_authority, given_terms, given_courses, given_within, given_attached,
    given_refers_to, given_voids, given_voids_of, given_dto_id, given_statements
  );
  if found then
    return;
  end if;
  insert into lars.attachments (subject, sha2, content, sent_by, kept_for)
  select distinct on (one.subject, one.sha2) one.subject, one.sha2, one.content, one.sent_by, one.kept_for
  from unnest(
    attachment_subject, attachment_sha2, attachment_content, attachment_sent_by, attachment_kept_for
  ) one (subject, sha2, content, sent_by, kept_for)
  order by one.subject, one.sha2
  on conflict do nothing;
  if given_session is not null then
    perform lars.put_session(given_session);
  end if;
end $$;
