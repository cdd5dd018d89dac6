-- Keeps aua.audit_log append-only, with two exceptions that the transaction announces in a setting: the name of an
-- erased subject goes while its entries stay, and entries older than a year are pruned.
create or replace function aua.keep_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and current_setting('lectern.erased_subject', true) <> ''
    and (new.entry_id, new.at, new.kind, new.call, new.correlation_id)
      is not distinct from (old.entry_id, old.at, old.kind, old.call, old.correlation_id)
    and (new.client_id, new.code) is not distinct from (old.client_id, old.code)
    and current_setting('lectern.erased_subject', true)
      in (old.subject, old.token_subject, old.login_subject, old.change ->> 'to_subject')
  then
    return new;
  end if;
  if tg_op = 'DELETE'
    and old.at < now() - interval '1 year'
    and old.at < nullif(current_setting('lectern.audit_log_pruned_before', true), '')::timestamptz
  then
    return old;
  end if;
  raise exception 'aua.audit_log is append-only';
end
$$;
