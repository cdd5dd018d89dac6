import type { Change, Draft } from '../model/row.ts';
import { rowFrom, type StoredRow } from './stored-row.ts';

/** Sums over a user's entries. Absent without entries, so that nothing says that there were some. */
export interface Totals {
  readonly user: string;
  /** Writes that wait. */
  readonly undelivered: number;
  /** Writes that are set aside. */
  readonly aside: number;
  /** Of both, sealed. */
  readonly bytes: number;
}

/** The part of a cursor over entries that counting needs. */
interface Entries {
  readonly value: StoredRow;
  continue(): Promise<Entries | null>;
}

function nothing(user: string): Totals {
  return { user, undelivered: 0, aside: 0, bytes: 0 };
}

/** The value in the totals' place can be totals. */
export function isTotals(
  stored: { readonly [Name in keyof Totals]?: unknown } | undefined,
): stored is Totals {
  return (
    stored !== undefined &&
    [stored.undelivered, stored.aside, stored.bytes].every(
      (sum) => Number.isSafeInteger(sum) && Number(sum) >= 0,
    )
  );
}

/** @param entries All of the user, whatever their state, one cursor after the other. */
export async function count(
  user: string,
  entries: readonly (() => Promise<Entries | null>)[],
): Promise<Totals> {
  let totals = nothing(user);
  for (const open of entries)
    for (let cursor = await open(); cursor; cursor = await cursor.continue())
      totals = withRow(totals, rowFrom(cursor.value), 1);
  return totals;
}

export function withChange(totals: Totals, { before, after }: Change): Totals {
  return withRow(withRow(totals, before, -1), after, 1);
}

function withRow(totals: Totals, row: Draft | undefined, sign: 1 | -1): Totals {
  if (!row) return totals;
  const counted = row.state === 'waiting' ? 'undelivered' : 'aside';
  return {
    ...totals,
    [counted]: totals[counted] + sign * row.count,
    bytes: totals.bytes + sign * row.sealed.byteLength,
  };
}
