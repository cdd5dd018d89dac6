import { CallFailed } from '@lectern/contracts/client';
import type { KindName, Stored, Write } from './entry.ts';

/** A service's answer to the writes of an entry. */
export interface Verdict<K extends KindName> {
  /**
   * `delivered`: of all. Otherwise of those that neither arrived nor conflict. `gone`: another tab has
   * sent it meanwhile.
   */
  readonly kind: 'delivered' | 'conflict' | 'refused' | 'later' | 'gone';
  /** Writes that the service has, as it has stored them. */
  readonly arrived: readonly Stored<K>[];
  /** Writes in conflict, each with the stored version as base. */
  readonly conflicts: readonly Write<K>[];
  /** The service's, in their place. */
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
/** Counts also without a code of the contract: a proxy may say it for good. */
const tooLarge = 413;

/** @param arrived All of the writes, as they are stored. */
export function deliveredVerdict<K extends KindName>(arrived: readonly Stored<K>[]): Verdict<K> {
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
