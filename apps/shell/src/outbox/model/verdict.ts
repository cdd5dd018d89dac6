import { CallFailed } from '@lectern/contracts/client';
import type { KindName, Stored, Write } from './entry.ts';

/** What a service has made of the writes of an entry. */
export interface Verdict<K extends KindName> {
  /**
   * `delivered`: of all. Otherwise of those that neither arrived nor conflict. `gone`: another tab has
   * sent it meanwhile.
   */
  readonly kind: 'delivered' | 'conflict' | 'refused' | 'later' | 'gone';
  /** What the service has, of the entry's writes that it has. */
  readonly arrived: readonly Stored<K>[];
  /** What it has instead of a write of the entry, each with the stored version as base. */
  readonly conflicts: readonly Write<K>[];
  /** What stands in their way. */
  readonly instead: readonly Stored<K>[];
  /** The others, after a refusal each with the version that it was sent on. */
  readonly rest: readonly Write<K>[];
  readonly failure?: Failure;
}

/** Why a service did not do it. */
export interface Failure {
  /** The service's code, or what there is instead of one. */
  readonly reason: string;
  /** It may be the fault of some writes of a request only. */
  readonly mayConcernSome: boolean;
  readonly retryAfterInMs?: number | undefined;
  /** For the log. */
  readonly error: unknown;
}

/** With one of these the same request may be taken later. RFC 9110, section 15.5; RFC 8470 (425). */
const temporary: ReadonlySet<number> = new Set([401, 408, 425, 429]);
/** Is about the user: nothing is found out by asking for each write. */
const forbidden = 403;
/** What even a proxy may say for good, which knows no codes of the contract. */
const tooLarge = 413;

/** @param arrived All of the writes, as they are stored. */
export function delivered<K extends KindName>(arrived: readonly Stored<K>[]): Verdict<K> {
  return { kind: 'delivered', arrived, conflicts: [], instead: [], rest: [] };
}

/** @param rest Each with the version that it was sent on. */
export function failed<K extends KindName>(
  error: unknown,
  rest: readonly Write<K>[],
  arrived: readonly Stored<K>[] = [],
): Verdict<K> {
  const failure = failureOf(error);
  return {
    kind: failure.isFinal ? 'refused' : 'later',
    failure,
    arrived,
    rest,
    conflicts: [],
    instead: [],
  };
}

/** Only the contract's codes refuse for good: what a network's own pages say is no service's word. */
export function failureOf(error: unknown): Failure & { readonly isFinal: boolean } {
  if (!(error instanceof CallFailed))
    return { isFinal: false, reason: '', mayConcernSome: false, error };
  const { kind, status = 0, code, retryAfterInMs } = error;
  const isFinal =
    kind === 'invalid-request' ||
    kind === 'missing-parameter' ||
    status === tooLarge ||
    (kind === 'refused' && code !== undefined && !temporary.has(status));
  const reason = code ?? (status ? String(status) : kind);
  return { isFinal, reason, mayConcernSome: status !== forbidden, retryAfterInMs, error };
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof CallFailed && error.code === code;
}
