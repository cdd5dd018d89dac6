import type { FileKey } from './file-key.ts';

/** A file to be saved: its bytes follow by an upload, unless they are there. */
export interface Announcement extends FileKey {
  readonly file_name: string;
  readonly media_type: string;
  readonly size_in_bytes: number;
  readonly product_references: readonly string[];
  readonly is_public: boolean;
  readonly distribution_channel: string | null;
  /** The publisher of what is exchanged as a copy. */
  readonly mandant_identifier: string | null;
  /** Absent: the next one. */
  readonly version?: number;
  readonly content_hash?: string;
  /** The object that has the bytes already, with this hash and size; no file has it yet. */
  readonly stored_object_id?: string;
  /** Of a playlist: version of the film beside it that it plays. */
  readonly media_version?: number;
}
