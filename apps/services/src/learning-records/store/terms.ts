import { hash } from 'node:crypto';

/** Terms that find a statement. `agent`, `verb` and so on: filters of xAPI's statement resource. */
export type TermKind =
  | 'activity'
  | 'agent'
  | 'authority'
  | 'course'
  | 'registration'
  | 'related-activity'
  | 'related-agent'
  /** Another term, or a registration, of what a statement refers to. */
  | 'target'
  | 'verb';

/** Of each kind: names come again and again, such as the activities and people of a lesson. */
const rememberedMaximum = 20_000;
const remembered = new Map<TermKind, Map<string, string>>();

/**
 * 64 bits of SHA-256, as decimal digits: what the columns and the index of terms hold instead of
 * addresses. The function `lars.term` of the database gives the same.
 */
export function termOf(kind: TermKind, value: string): string {
  let ofKind = remembered.get(kind);
  if (!ofKind) remembered.set(kind, (ofKind = new Map()));
  const known = ofKind.get(value);
  if (known !== undefined) return known;
  const term = hash('sha256', `${kind}\n${value}`, 'buffer').readBigInt64BE(0).toString();
  if (ofKind.size >= rememberedMaximum) ofKind.clear();
  ofKind.set(value, term);
  return term;
}
