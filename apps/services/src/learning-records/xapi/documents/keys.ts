import { hash } from 'node:crypto';

/** A key for names of any length; no other list of names gives the same. */
export function keyOf(...names: readonly (string | null)[]): Buffer {
  return hash('sha256', JSON.stringify(names), 'buffer');
}
