import { sql, type Kysely } from 'kysely';

/** The audit log says which login was used where a link led elsewhere, and can be pruned by the year. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
      -- The subject that the token was issued to, where a link made another one of it; else null.
      alter table aua.audit_log add column login_subject text;
      create index audit_log_by_login on aua.audit_log (login_subject, at)
        where login_subject is not null;

      -- Append-only, with two exceptions: the name of an erased subject goes, the entry stays; and
      -- entries older than a year may be pruned by whoever says up to when.
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
    `)
    .execute(database);
}
