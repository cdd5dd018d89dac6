import type { Database } from '../../storage/database.ts';
import { keyText, type Issue, type ItemChange } from './item.ts';
import { saveChanges, type SavedChanges, type SaveFault, type SaveOptions } from './save.ts';

/** Makes the error of a call's contract. */
export type Refusal<Code extends string> = (code: Code) => Error;

/**
 * Stores a batch in a transaction of its own.
 *
 * @param refusal Of a call whose contract has what can go wrong with the kinds that it stores.
 */
export async function saveBatch<Code extends string>(
  database: Database,
  issue: Issue,
  changes: readonly ItemChange[],
  refusal: Refusal<Code>,
): Promise<Pick<SavedChanges, 'outcomes' | 'isUnchanged'>> {
  refuseRepeated(changes, refusal);
  // An issue in which there is nothing does not become one.
  if (changes.length === 0) return { outcomes: [], isUnchanged: true };
  return database
    .transaction()
    .execute((transaction) =>
      saveChanges(transaction, issue, changes, { refusal: faultOf(refusal) }),
    );
}

/** @throws ITEM_REPEATED */
export function refuseRepeated<Code extends string>(
  changes: readonly ItemChange[],
  refusal: Refusal<Code>,
): void {
  const keys = new Set(changes.map(({ key }) => keyText(key)));
  if (keys.size < changes.length) throw refusal('ITEM_REPEATED' as Code);
}

/** A call that stores one kind has the faults of that kind only, and no others happen. */
export function faultOf<Code extends string>(refusal: Refusal<Code>): SaveOptions['refusal'] {
  return (code: SaveFault) => refusal(code as string as Code);
}
