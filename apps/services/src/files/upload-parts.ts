import type { Selectable } from 'kysely';
import type { Tables } from '../storage/tables.ts';
import type { Removal } from './removals.ts';

type UploadRow = Selectable<Tables['atma.uploads']>;

/** The beginning of the next part, as an object of its own. */
export interface Rest {
  readonly objectId: string;
  readonly sizeInBytes: number;
}

/** The bytes of an upload that are kept. */
export interface KeptParts {
  /** Names of the store, by number; `null`: the part of this number does not count. */
  readonly parts: readonly (string | null)[];
  /** The bytes after them. */
  readonly rest: Rest | undefined;
}

export function partsOf({ parts }: Pick<UploadRow, 'parts'>): KeptParts {
  return {
    parts: parts.filter((part) => part === null || typeof part === 'string'),
    rest: parts.find((part) => part !== null && typeof part === 'object'),
  };
}

export function removalOf({ objectId }: Rest): Removal {
  return { object_id: objectId, store_upload: null, content_hash: null };
}

/** Objects of an upload, which are to go with it. */
export function removalsOf(
  upload: Pick<UploadRow, 'object_id' | 'store_upload' | 'parts'>,
  content_hash: string | null = null,
): readonly Removal[] {
  const { object_id, store_upload } = upload;
  const { rest } = partsOf(upload);
  return [
    ...(object_id === null ? [] : [{ object_id, store_upload, content_hash }]),
    ...(rest ? [removalOf(rest)] : []),
  ];
}
