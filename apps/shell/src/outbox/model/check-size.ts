import { annotationsCalls } from '@lectern/contracts/calls/annotations/annotations';
import { localStoreItemCalls } from '@lectern/contracts/calls/annotations/localStoreItem';
import { dataCalls } from '@lectern/contracts/calls/learning-records/data';
import type { LocalStoreItemInput, LocalStoreScope } from '@lectern/sdk/protocol';
import { BridgeFailure } from '../../bridge/bridge-failure.ts';
import { keyOf as keyOfChange, type GivenChange } from './change.ts';
import { keyOf, type IdentifiedStatement } from './entry.ts';

/** What a body has around its items or its statement, at most, in bytes. */
const frameInBytes = 4 * 1024;

/**
 * @returns the size of the items as a request carries them, in bytes.
 * @throws {BridgeFailure} where no request can carry them: they would be kept for nothing.
 */
export function checkItems(scope: LocalStoreScope, items: readonly LocalStoreItemInput[]): number {
  if (!isStorable([scope, items])) throw notStorable();
  if (new Set(items.map(keyOf)).size < items.length)
    throw new BridgeFailure('BAD_PAYLOAD', 'An item appears twice.');
  return check(items, localStoreItemCalls.localStoreItemSetForModel.bodyLimitInBytes);
}

/**
 * @returns the size of the changes as a request carries them, in bytes.
 * @throws {BridgeFailure} as {@link checkItems}.
 */
export function checkChanges(scope: LocalStoreScope, changes: readonly GivenChange[]): number {
  if (!isStorable([scope, changes])) throw notStorable();
  if (new Set(changes.map(keyOfChange)).size < changes.length)
    throw new BridgeFailure('BAD_PAYLOAD', 'An annotation appears twice.');
  return check(changes, annotationsCalls.annotationsSaveForTopic.bodyLimitInBytes);
}

/** @throws {BridgeFailure} as {@link checkItems}. */
export function checkStatement(about: string, statement: IdentifiedStatement): void {
  if (!isStorable([about, statement])) throw notStorable();
  check(statement, dataCalls.dataPut.bodyLimitInBytes);
}

function notStorable(): BridgeFailure {
  return new BridgeFailure('BAD_PAYLOAD', 'Text holds a NUL or half a surrogate pair.');
}

/** Whether the services can store every text in it, names of members included. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isStorable);
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isStorable(inner));
}

function check(value: unknown, limitInBytes: number): number {
  const { length } = new TextEncoder().encode(JSON.stringify(value));
  if (length + frameInBytes <= limitInBytes) return length;
  throw new BridgeFailure('REFUSED', `Larger than ${limitInBytes} bytes.`);
}
