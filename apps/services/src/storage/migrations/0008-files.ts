import { sql, type Kysely } from 'kysely';

/** Files of publications, and those that members of a group exchange. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(files).execute(database);
}

const files = /* sql */ `
  create schema atma;

  create table atma.files (
    file_reference text not null,
    -- Whose it is: publisher or group, as files/file-key.ts writes it.
    space text not null,
    asset_stage text not null,
    asset_type text not null,
    -- Highest version whose bytes were ever there; numbers are never used again.
    newest_version integer not null default 0,
    -- The member whose file it is; null: a publisher's, or nobody's since all versions were deleted.
    subject text,
    updated_at timestamptz not null default now(),
    primary key (file_reference, space, asset_stage, asset_type)
  );
  create index files_by_subject on atma.files (subject) where subject is not null;

  create table atma.file_versions (
    file_reference text not null,
    space text not null,
    asset_stage text not null,
    asset_type text not null,
    version integer not null check (version > 0),
    file_name text not null,
    media_type text not null,
    size_in_bytes bigint not null check (size_in_bytes >= 0),
    -- Null: not announced, and the bytes are not there yet.
    content_hash text,
    product_references text[] not null,
    is_public boolean not null,
    distribution_channel text,
    -- The publisher, of a copy that members exchange.
    mandant_identifier text,
    -- Null until the bytes are there; then their name in the store.
    object_id uuid,
    -- The upload by which they come; null: there was none, because they were there.
    upload_id uuid,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (file_reference, space, asset_stage, asset_type, version)
  );
  -- Whether anything refers to bytes is asked before they go.
  create index file_versions_by_hash on atma.file_versions (content_hash);

  -- Bytes of publications, each once however many files have them.
  create table atma.contents (
    content_hash text primary key,
    object_id uuid not null,
    size_in_bytes bigint not null
  );

  create table atma.uploads (
    upload_id uuid primary key,
    file_reference text not null,
    space text not null,
    asset_stage text not null,
    asset_type text not null,
    version integer not null,
    media_type text not null,
    size_in_bytes bigint not null,
    content_hash text,
    -- Who writes now: a request that finds another one here has been overtaken.
    attempt_id uuid,
    object_id uuid,
    -- What the store calls it while its parts come; null: nothing has come.
    store_upload text,
    parts jsonb not null default '[]',
    received_bytes bigint not null default 0,
    expires_at timestamptz not null,
    completed_at timestamptz
  );
  create index uploads_by_end on atma.uploads (expires_at);

  -- Bytes that are to go, unless something refers to them by their hash.
  create table atma.removals (
    removal_id uuid primary key default gen_random_uuid(),
    object_id uuid not null,
    store_upload text,
    content_hash text
  );

  -- How much the members of a group keep; whoever adds to it holds its lock.
  create table atma.group_stores (
    group_id text primary key,
    size_in_bytes bigint not null
  );
`;
