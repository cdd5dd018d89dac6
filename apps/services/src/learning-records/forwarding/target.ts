import { voidingVerbId, type Statement } from '@lectern/contracts/xapi';
import type { XapiVersion } from '../model/check.ts';

/** Another record store that is sent what is stored here. */
export interface ForwardingTarget {
  /** Its name here; its position is kept under it. */
  readonly name: string;
  /** Base address of its xAPI resources. */
  readonly endpoint: string;
  /** Credentials (RFC 7617). */
  readonly key: string;
  readonly secret: string;
  /** Its version; default: 1.0.3. */
  readonly version?: XapiVersion | undefined;
  /** Only statements whose verb's id begins with one of these. */
  readonly verbs?: readonly string[] | undefined;
  /** Only statements about activities whose id begins with one of these. */
  readonly activities?: readonly string[] | undefined;
  /** Where it begins when it is new: with all that is stored (default), or with what comes from now on. */
  readonly from?: 'beginning' | 'now' | undefined;
}

export type Filter = Pick<ForwardingTarget, 'verbs' | 'activities'>;

/** True for a statement that passes the target's own filters. */
export function isWanted({ verb, object }: Statement, { verbs, activities }: Filter): boolean {
  const isOneOf = (id: string, prefixes: readonly string[] | undefined) =>
    prefixes === undefined || prefixes.some((prefix) => id.startsWith(prefix));
  if (!isOneOf(verb.id, verbs)) return false;
  if (activities === undefined) return true;
  return (object.objectType ?? 'Activity') === 'Activity' && 'id' in object
    ? isOneOf(object.id, activities)
    : false;
}

/** The statement that one takes back: a target that has it has to learn that. */
export function voidedBy({ verb, object }: Statement): string | undefined {
  return verb.id === voidingVerbId && object.objectType === 'StatementRef'
    ? object.id.toLowerCase()
    : undefined;
}
