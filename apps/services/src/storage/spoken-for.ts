import { sql, type RawBuilder } from 'kysely';
import type { Database } from './database.ts';

/** Whose token a call was made with, as the authorization knows it. */
export interface TokenOwner {
  readonly issued: { readonly sub: string };
  readonly clientId: string;
}

/** The order systems that a caller speaks for. */
export type SpokenFor = 'all' | ReadonlySet<string>;

/**
 * The order systems that a caller speaks for: people for all, an application for those that are
 * registered with its client. To it others are not there, and neither is one that is not registered
 * (decision 0013).
 */
export async function orderSystemsOf(database: Database, caller: TokenOwner): Promise<SpokenFor> {
  const isApplication = caller.issued.sub === caller.clientId;
  if (!isApplication) return 'all';
  const rows = await database
    .selectFrom('osc.order_systems')
    .select('order_system_identifier')
    .where('client_id', '=', caller.clientId)
    .execute();
  return new Set(rows.map((row) => row.order_system_identifier));
}

/** Whether an order system is among those that a caller speaks for. */
export function speaksFor(spokenFor: SpokenFor, order_system_identifier: string): boolean {
  return spokenFor === 'all' || spokenFor.has(order_system_identifier);
}

/** Keeps a statement to rows whose `order_system_identifier` is among those that a caller speaks for. */
export function isSpokenFor(spokenFor: SpokenFor): RawBuilder<boolean> {
  if (spokenFor === 'all') return sql<boolean>`true`;
  const [only, ...others] = spokenFor;
  // An index gives the rows of one in its order: nothing has to be sorted, and others are not read.
  return only !== undefined && others.length === 0
    ? sql<boolean>`order_system_identifier = ${only}`
    : sql<boolean>`order_system_identifier = any(${[...spokenFor]}::text[])`;
}
