import { createHash } from 'node:crypto';
import type { Cmi5Structure } from '../cmi5-structure.ts';

/** By which the platform knows a structure: SHA-256 of it as RFC 8785 writes it. */
export function structureHashOf(structure: Cmi5Structure): string {
  return createHash('sha256').update(canonicalJson(structure)).digest('hex');
}

/** JSON as RFC 8785 writes it: so the hash of the file is the structure's. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
