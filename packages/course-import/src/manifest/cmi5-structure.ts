import { createHash } from 'node:crypto';

/*
 * The structure of a cmi5 course as the platform takes it in: blocks and assignable units as flat lists, in
 * the order of `cmi5.xml` (cmi5, section 13.1).
 */

/** Texts by language (RFC 5646). */
export type Texts = Readonly<Record<string, string>>;

export const moveOns = [
  'NotApplicable',
  'Passed',
  'Completed',
  'CompletedAndPassed',
  'CompletedOrPassed',
] as const;
export const launchMethods = ['AnyWindow', 'OwnWindow'] as const;

interface Titled {
  /** An IRI that the publisher has given it. */
  readonly id: string;
  readonly title: Texts;
  readonly description: Texts;
}

export interface Cmi5Block extends Titled {
  /** The block that it is in; absent: the course. */
  readonly parent_id?: string;
  readonly objective_ids?: readonly string[];
}

/** An assignable unit. */
export interface Cmi5Au extends Cmi5Block {
  /** Relative to the folder of the package, or a whole address. */
  readonly url: string;
  readonly launch_method: (typeof launchMethods)[number];
  readonly move_on: (typeof moveOns)[number];
  /** From 0 to 1. */
  readonly mastery_score?: number;
  readonly launch_parameters?: string;
  readonly entitlement_key?: string;
  readonly activity_type?: string;
}

export interface Cmi5Structure extends Titled {
  readonly objectives?: readonly Titled[];
  readonly blocks: readonly Cmi5Block[];
  readonly aus: readonly Cmi5Au[];
}

/** By which the platform knows a structure: SHA-256 of it as RFC 8785 writes it. */
export function structureHashOf(structure: Cmi5Structure): string {
  return createHash('sha256').update(canonicalJson(structure)).digest('hex');
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
