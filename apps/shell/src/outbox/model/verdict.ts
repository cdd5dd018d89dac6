import type { LocalStoreItem as StoredItem } from '@lectern/contracts';
import { CallFailed } from '@lectern/contracts/client';
import type { PendingItem } from './entry.ts';

/** What a service has made of the items of an entry. */
export interface ItemsVerdict {
  /**
   * `delivered`: of all. Otherwise of those that neither arrived nor conflict. `gone`: another tab has
   * sent it meanwhile.
   */
  readonly kind: 'delivered' | 'conflict' | 'refused' | 'later' | 'gone';
  /** What the service has, of the entry's items that it has. */
  readonly arrived: readonly StoredItem[];
  /** What it has instead of an item of the entry, each with the stored version as base. */
  readonly conflicts: readonly PendingItem[];
  /** What stands in their way. */
  readonly stored: readonly StoredItem[];
  /** The others, after a refusal each with the version that it was sent on. */
  readonly rest: readonly PendingItem[];
  readonly failure?: Failure;
}

export interface StatementVerdict {
  readonly kind: 'delivered' | 'refused' | 'later';
  readonly failure?: Failure;
}

/** Why a service did not do it. */
export interface Failure {
  /** The service's code, or what there is instead of one. */
  readonly reason: string;
  /** It may be the fault of some items of a request only. */
  readonly mayConcernSome: boolean;
  readonly retryAfterInMs?: number | undefined;
  /** For the log. */
  readonly error: unknown;
}

/** With one of these the same request may be taken later. RFC 9110, section 15.5; RFC 8470 (425). */
const temporary: ReadonlySet<number> = new Set([401, 408, 425, 429]);
/** Who may not write one item may write none: nothing is found out by asking for each. */
const forbidden = 403;
/** What even a proxy may say for good, which knows no codes of the contract. */
const tooLarge = 413;

/** Only the contract's codes refuse for good: what a network's own pages say is no service's word. */
export function verdictOf(error: unknown): {
  readonly kind: 'refused' | 'later';
  readonly failure: Failure;
} {
  if (!(error instanceof CallFailed))
    return { kind: 'later', failure: { reason: '', mayConcernSome: false, error } };
  const { kind, status = 0, code, retryAfterInMs } = error;
  const isFinal =
    kind === 'invalid-request' ||
    kind === 'missing-parameter' ||
    status === tooLarge ||
    (kind === 'refused' && code !== undefined && !temporary.has(status));
  const reason = code ?? (status ? String(status) : kind);
  const mayConcernSome = status !== forbidden;
  return {
    kind: isFinal ? 'refused' : 'later',
    failure: { reason, mayConcernSome, retryAfterInMs, error },
  };
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof CallFailed && error.code === code;
}
