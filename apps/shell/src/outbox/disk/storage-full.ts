/** Nothing was changed since it would not fit: beyond the limit, or on a disk without room. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';
}

/** What a browser throws where the disk, or the share of it that the page may have, is full. */
export function asStorageFull(error: unknown): unknown {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
    ? new StorageFull('The disk is full.', { cause: error })
    : error;
}
