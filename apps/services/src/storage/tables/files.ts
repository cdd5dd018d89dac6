import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { CreatedAt } from './column-types.ts';

/** PostgreSQL's `bigint`, which the driver gives as text. */
type Bytes = ColumnType<string, number, number>;

interface FileKeyColumns {
  file_reference: string;
  /** Publisher or group, as `files/file-key.ts` writes it. */
  space: string;
  asset_stage: string;
  asset_type: string;
}

export interface FileTables {
  'atma.files': FileKeyColumns & {
    /** Highest version whose bytes were ever there. */
    newest_version: Generated<number>;
    /** The member whose it is, or was last where no version is there; null: a publisher's. */
    subject: string | null;
    /** When the first bytes came, whatever became of them: since then its space has the name. */
    created_at: Generated<Date>;
  };
  'atma.file_versions': FileKeyColumns & {
    version: number;
    file_name: string;
    media_type: string;
    size_in_bytes: Bytes;
    content_hash: string | null;
    product_references: string[];
    is_public: boolean;
    distribution_channel: string | null;
    mandant_identifier: string | null;
    object_id: string | null;
    upload_id: string | null;
    media_version: Generated<number | null>;
    created_at: CreatedAt;
  };
  'atma.contents': { content_hash: string; object_id: string; size_in_bytes: Bytes };
  'atma.uploads': FileKeyColumns & {
    upload_id: string;
    version: number;
    media_type: string;
    size_in_bytes: Bytes;
    content_hash: string | null;
    attempt_id: string | null;
    object_id: string | null;
    store_upload: string | null;
    /** Names of the store, in the order of the parts; at the end the bytes that fill none yet. */
    parts: JSONColumnType<
      readonly (string | { readonly objectId: string; readonly sizeInBytes: number } | null)[],
      string | undefined
    >;
    received_bytes: ColumnType<string, number | undefined, number>;
    expires_at: Date;
    completed_at: Date | null;
    /** Hashes of what ends it: the sign-in that has announced it, and its subject. */
    ends_with: string[] | null;
  };
  'atma.removals': {
    removal_id: Generated<string>;
    object_id: string;
    store_upload: string | null;
    content_hash: string | null;
    due_at: Generated<Date>;
    writable_until: Generated<Date>;
  };
  'atma.group_stores': { group_id: string; size_in_bytes: Bytes };
  'atma.video_converts': FileKeyColumns & {
    video_convert_id: string;
    requested_version: number;
    source_version: number;
    video_rendition: 'VIDEO_RENDITION_HLS' | 'VIDEO_RENDITION_MP4';
    height_in_pixels: number | null;
    target_file_reference: string;
    state: Generated<'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED'>;
    turn: string;
    round: Generated<number>;
    attempt_id: string | null;
    attempts: Generated<number>;
    progress_in_percent: Generated<number>;
    failure: string | null;
    created_at: CreatedAt;
    finished_at: Date | null;
  };
  'atma.video_convert_objects': {
    video_convert_id: string;
    object_id: string;
    store_upload: string | null;
  };
}
