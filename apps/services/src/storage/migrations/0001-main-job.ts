import { sql, type Kysely } from 'kysely';

/** The tables that signing in, reading, answering and coming back need. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
      create schema aua;
      create schema gres;
      create schema lima;
      create schema clag;
      create schema lars;

      create table aua.users (
        subject text primary key,
        given_name text,
        family_name text,
        email text,
        locale text,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      );

      create table aua.identities (
        subject text not null,
        identity_provider_identifier text not null,
        external_id text not null,
        groups text[] not null default '{}',
        updated_at timestamptz not null default now(),
        primary key (subject, identity_provider_identifier, external_id)
      );

      create table aua.properties (
        subject text not null,
        key text not null,
        value text not null,
        primary key (subject, key)
      );

      create table aua.user_roles (
        subject text not null,
        role text not null,
        primary key (subject, role)
      );

      create table gres.groups (
        group_id text primary key,
        provider_id text not null,
        name text not null,
        created_at timestamptz not null default now()
      );

      create table gres.members (
        group_id text not null,
        subject text not null,
        group_role text not null check (group_role in ('leader', 'member')),
        primary key (group_id, subject)
      );
      create index members_by_subject on gres.members (subject, group_role);

      create table lima.devices (
        subject text not null,
        device_identifier text not null,
        os_name text,
        os_version text,
        screen_size text,
        simple_ui boolean,
        locale text,
        app_version text,
        device_registration_date timestamptz not null default now(),
        model text,
        last_app_update timestamptz,
        touch_device boolean,
        updated_at timestamptz not null default now(),
        primary key (subject, device_identifier)
      );

      create table lima.licenses (
        subject text not null,
        license_code text not null,
        license_strategy text not null,
        blocked boolean not null default false,
        mandant_identifier text not null,
        product_reference text not null,
        valid_from timestamptz not null default now(),
        valid_until timestamptz,
        primary key (subject, license_code)
      );

      create table clag.local_store_items (
        subject text not null,
        course_id text not null,
        issue_id text not null,
        model_type text not null check (model_type in ('topic', 'exercise')),
        model_id text not null,
        segment text not null,
        key text not null,
        value text not null,
        version integer not null default 1,
        base_version integer,
        change_id uuid not null,
        updated_at timestamptz not null default now(),
        primary key (subject, course_id, issue_id, model_type, model_id, segment, key)
      );

      create table lars.statements (
        subject text not null,
        statement_id uuid not null,
        dto_id text not null,
        statement jsonb not null,
        stored timestamptz not null default now(),
        sequence bigint generated always as identity,
        primary key (subject, statement_id)
      );
      create index statements_by_sequence on lars.statements (subject, sequence);
    `)
    .execute(database);
}
