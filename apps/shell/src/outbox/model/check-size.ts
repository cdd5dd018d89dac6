import { dataCalls } from '@lectern/contracts/calls/learning-records/data';
import { BridgeFailure } from '../../bridge/bridge-failure.ts';
import type { IdentifiedStatement } from './statement.ts';

/** A body's size without its writes, at most, in bytes. */
const frameInBytes = 4 * 1024;

/**
 * Checks that a request can carry writes: otherwise they would be kept for nothing.
 *
 * @param keys What each is about.
 * @param what For the message, such as 'An item'.
 * @returns the size of the writes as a request carries them, in bytes.
 * @throws {BridgeFailure} `BAD_PAYLOAD` or `REFUSED`.
 */
export function checkWrites(
  target: object,
  writes: readonly object[],
  keys: readonly string[],
  limitInBytes: number,
  what: string,
): number {
  checkTexts([target, writes]);
  if (new Set(keys).size < keys.length)
    throw new BridgeFailure('BAD_PAYLOAD', `${what} appears twice.`);
  return checkSize(writes, limitInBytes);
}

/** @throws {BridgeFailure} as {@link checkWrites}. */
export function checkStatement(about: string, statement: IdentifiedStatement): void {
  checkTexts([about, statement]);
  checkSize(statement, dataCalls.dataPut.bodyLimitInBytes);
}

function checkTexts(value: unknown): void {
  if (!isStorable(value))
    throw new BridgeFailure('BAD_PAYLOAD', 'Text holds a NUL or half a surrogate pair.');
}

/** The services can store every text in it, names of members included. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isStorable);
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isStorable(inner));
}

function checkSize(value: unknown, limitInBytes: number): number {
  const { length } = new TextEncoder().encode(JSON.stringify(value));
  if (length + frameInBytes <= limitInBytes) return length;
  throw new BridgeFailure('REFUSED', `Larger than ${limitInBytes} bytes.`);
}
