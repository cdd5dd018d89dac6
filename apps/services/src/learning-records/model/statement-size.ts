/** Largest statement, in bytes of JSON: a page of many must fit into memory. */
export const statementMaximumInBytes = 64 * 1024;

/** Bytes of JSON, without spaces. */
export function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
