/** Nothing was changed since it would not fit: beyond the limit, or on a disk without room. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';
}

/** Recognises a browser's error for a disk, or the page's share of it, that is full. */
export function asStorageFull(error: unknown): unknown {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
    ? new StorageFull('The disk is full.', { cause: error })
    : error;
}
