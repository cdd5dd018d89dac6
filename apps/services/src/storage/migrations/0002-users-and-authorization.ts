import { sql, type Kysely } from 'kysely';

/** Roles that can be edited, links, erasure and moving of subjects, search of users, the audit log. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
      create table aua.roles (
        role text primary key,
        description text not null default '',
        built_in boolean not null default false
      );
      create table aua.permissions (
        permission text primary key,
        description text not null default '',
        built_in boolean not null default false
      );
      create table aua.role_permissions (
        role text not null,
        permission text not null,
        primary key (role, permission)
      );
      create index user_roles_by_role on aua.user_roles (role, subject);

      alter table aua.users add column mandant_groups text[] not null default '{}';
      -- When the identity provider's user information was last taken over; null: never.
      alter table aua.users add column user_info_at timestamptz;
      -- Prefixes are compared code point by code point; what people see sorted is sorted in German.
      -- Both are named, because the default collation of an external database may be any.
      create index users_by_email
        on aua.users ((lower(email collate "de-x-icu") collate "C"), (subject collate "C"));
      create index users_by_subject on aua.users ((subject collate "C"));
      create index users_by_family_name_prefix
        on aua.users ((lower(family_name collate "de-x-icu") collate "C"));
      create index users_by_given_name_prefix
        on aua.users ((lower(given_name collate "de-x-icu") collate "C"));
      create index users_by_family_name
        on aua.users ((family_name collate "de-x-icu"), (subject collate "C"));
      create index users_by_given_name
        on aua.users ((given_name collate "de-x-icu"), (subject collate "C"));
      create index users_by_created_at on aua.users (created_at, (subject collate "C"));
      create index users_by_mandant_group on aua.users using gin (mandant_groups);

      create index identities_by_external_id
        on aua.identities (identity_provider_identifier, external_id);
      create index identities_by_group on aua.identities using gin (groups);
      -- What users were seen to come from: lists of it must not read through all identities.
      create table aua.identity_providers (
        identity_provider_identifier text primary key
      );
      insert into aua.identity_providers
        select distinct identity_provider_identifier from aua.identities;
      create table aua.provider_groups (
        identity_provider_identifier text not null,
        group_name text not null,
        primary key (identity_provider_identifier, group_name)
      );
      insert into aua.provider_groups
        select distinct identity_provider_identifier, unnest(groups) from aua.identities;
      -- Subjects that are clients of an identity provider and no users.
      create table aua.applications (
        subject text primary key
      );

      create table aua.property_templates (
        key text primary key,
        description text not null default '',
        enabled boolean not null default true
      );

      create table aua.subject_links (
        from_subject text primary key,
        to_subject text not null,
        linked_at timestamptz not null default now(),
        check (from_subject <> to_subject)
      );
      create index subject_links_by_target on aua.subject_links (to_subject);

      create table aua.subject_jobs (
        subject text not null,
        job_id uuid not null,
        kind text not null check (kind in ('erase', 'move')),
        to_subject text,
        requested_by text not null,
        correlation_id text not null,
        created_at timestamptz not null default now(),
        finished_at timestamptz,
        -- After it has finished: data that was written meanwhile is dealt with once more.
        swept_at timestamptz,
        primary key (subject, job_id),
        check ((kind = 'move') = (to_subject is not null))
      );
      create unique index subject_jobs_running on aua.subject_jobs (subject)
        where swept_at is null;
      create index subject_jobs_by_id on aua.subject_jobs (job_id);
      create table aua.subject_job_steps (
        subject text not null,
        job_id uuid not null,
        service text not null,
        done_at timestamptz,
        -- Rows by table.
        result jsonb,
        -- Rows that could not be moved because the target has other ones.
        kept jsonb,
        failures integer not null default 0,
        failure text,
        swept_at timestamptz,
        primary key (subject, job_id, service)
      );

      create table aua.cloud_migrations (
        subject text primary key,
        started_at timestamptz not null default now(),
        finalized_at timestamptz
      );

      create table aua.denied_sessions (
        issuer text not null,
        -- A session by its sid, or all sessions of a sub.
        kind text not null check (kind in ('session', 'subject')),
        value text not null,
        -- Tokens issued up to then are refused.
        denied_at timestamptz not null default now(),
        primary key (issuer, kind, value)
      );

      create table aua.audit_log (
        entry_id uuid primary key default gen_random_uuid(),
        at timestamptz not null default clock_timestamp(),
        kind text not null check (kind in ('refusal', 'acting-for', 'change')),
        call text not null,
        -- Who: the owner of the token and the application; unknown for a token that opens nothing.
        token_subject text,
        client_id text,
        -- For whom.
        subject text,
        correlation_id text not null,
        -- The code of a refusal, or what was changed.
        code text,
        change jsonb
      );
      create index audit_log_by_subject on aua.audit_log (subject, at);
      create index audit_log_by_token_subject on aua.audit_log (token_subject, at);
      create index audit_log_by_target on aua.audit_log ((change ->> 'to_subject'))
        where change ->> 'to_subject' is not null;

      -- Append-only. The one exception is a subject that is erased: its name goes, the entry stays.
      create function aua.keep_audit_log() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE'
          and current_setting('lectern.erased_subject', true) <> ''
          and (new.entry_id, new.at, new.kind, new.call, new.correlation_id)
            is not distinct from (old.entry_id, old.at, old.kind, old.call, old.correlation_id)
          and (new.client_id, new.code) is not distinct from (old.client_id, old.code)
          and current_setting('lectern.erased_subject', true)
            in (old.subject, old.token_subject, old.change ->> 'to_subject')
        then
          return new;
        end if;
        raise exception 'aua.audit_log is append-only';
      end
      $$;
      create trigger keep_audit_log before update or delete on aua.audit_log
        for each row execute function aua.keep_audit_log();
      create trigger keep_audit_log_whole before truncate on aua.audit_log
        for each statement execute function aua.keep_audit_log();
    `)
    .execute(database);
}
