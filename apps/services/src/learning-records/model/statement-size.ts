/** Largest statement, in bytes of JSON: a page of many must fit into memory. */
export const statementMaximumInBytes = 64 * 1024;

/** Room for what stores add to a statement: one takes what another one has kept. */
const addedMaximumInBytes = 8 * 1024;

/** Bytes of JSON, without spaces. */
export function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** True for a statement larger than allowed, without members that stores add. */
export function isTooLarge(value: unknown, maximumInBytes = statementMaximumInBytes): boolean {
  const size = sizeOf(value);
  if (size <= maximumInBytes) return false;
  if (size > maximumInBytes + addedMaximumInBytes) return true;
  const added = { id: undefined, stored: undefined, timestamp: undefined, version: undefined };
  return sizeOf({ ...(value as object), ...added, authority: undefined }) > maximumInBytes;
}
