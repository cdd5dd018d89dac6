import { sql } from 'kysely';
import { lockByName, type LockMode } from '../storage/advisory-lock.ts';
import type { Database } from '../storage/database.ts';
import { licenseLock, subjectLock } from './subject-lock.ts';

/** Locks devices and usages of a person, under all of its names. */
export async function lockSubjects(transaction: Database, names: readonly string[]): Promise<void> {
  for (const name of names.toSorted()) await lockByName(transaction, subjectLock(name));
}

/** Locks licences and, where they are counted, their seats, in the order of `subject-lock.ts`. */
export async function lockLicenses(
  transaction: Database,
  codes: readonly string[],
  mode: LockMode,
): Promise<void> {
  if (codes.length === 0) return;
  for (const code of new Set(codes.toSorted())) {
    await lockByName(transaction, licenseLock(code), mode);
  }
  await sql`
    select from lima.seats where license_code = any(${codes}::text[])
    order by license_code for update
  `.execute(transaction);
}

/**
 * Locks the orders of a person, in the order of their keys.
 *
 * @param codes Only of these licences; absent: all, also of licences that are gone.
 */
export async function lockOrders(
  transaction: Database,
  names: readonly string[],
  codes?: readonly string[],
): Promise<void> {
  const isAsked = codes ? sql`license_code = any(${codes}::text[])` : sql`true`;
  await sql`
    select from lima.license_orders where subject = any(${names}::text[]) and ${isAsked}
    order by order_system_identifier, license_order_identifier
    for update
  `.execute(transaction);
}
