import { sql, type Kysely } from 'kysely';

/** Conversions of videos, and which film a playlist plays. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(videoConversions).execute(database);
}

const videoConversions = /* sql */ `
  create table atma.video_converts (
    video_convert_id uuid primary key,
    file_reference text not null,
    space text not null,
    asset_stage text not null,
    asset_type text not null,
    -- As it was asked for; 0: the newest then.
    requested_version integer not null,
    source_version integer not null,
    video_rendition text not null,
    height_in_pixels integer,
    target_file_reference text not null,
    state text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
    -- The one job that may go on with it: a job of before that comes once more finds another here.
    turn uuid not null,
    -- Who converts; a process that finds another one here has been overtaken.
    attempt_id uuid,
    attempts integer not null default 0,
    progress_in_percent integer not null default 0,
    failure text,
    created_at timestamptz not null default now(),
    finished_at timestamptz
  );

  -- What an attempt has put into the store, until files have it.
  create table atma.video_convert_objects (
    video_convert_id uuid not null,
    object_id uuid not null,
    -- What the store calls it while its parts come.
    store_upload text,
    primary key (video_convert_id, object_id)
  );

  -- Of a playlist: version of the film beside it that it plays.
  alter table atma.file_versions add column media_version integer;
`;
