import { hash } from 'node:crypto';

/** What a statement is found by. `agent`, `verb` and so on: filters of xAPI's statement resource. */
export type TermKind =
  | 'activity'
  | 'agent'
  | 'authority'
  | 'registration'
  | 'related-activity'
  | 'related-agent'
  /** Another term, or a registration, of what a statement refers to. */
  | 'target'
  | 'verb';

/** Names that come again and again: verbs, and the activities and people of a lesson. */
const rememberedMaximum = 50_000;
const remembered = new Map<string, string>();

/**
 * 64 bits of SHA-256, as decimal digits: what the columns and the index of terms hold instead of
 * addresses. The function `lars.term` of the database gives the same.
 */
export function termOf(kind: TermKind, value: string): string {
  const text = `${kind}\n${value}`;
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const term = hash('sha256', text, 'buffer').readBigInt64BE(0).toString();
  if (remembered.size >= rememberedMaximum) remembered.clear();
  remembered.set(text, term);
  return term;
}
