import type { Property } from '@lectern/contracts';
import type { Database } from '../storage/database.ts';

/** Sets or, with null, removes a property. */
export interface PropertyChange {
  readonly key: string;
  readonly value: string | null;
}

/** The properties of a user in the order of their keys. */
export async function propertiesOf(database: Database, subject: string): Promise<Property[]> {
  return database
    .selectFrom('aua.properties')
    .select(['key', 'value'])
    .where('subject', '=', subject)
    .orderBy('key')
    .execute();
}

/** Keys that cannot be set: they have no template, or it is disabled. */
export async function refusedKeys(
  transaction: Database,
  changes: readonly PropertyChange[],
): Promise<readonly string[]> {
  const keys = changes.filter(({ value }) => value !== null).map(({ key }) => key);
  if (keys.length === 0) return [];
  const rows = await transaction
    .selectFrom('aua.property_templates')
    .select('key')
    .where('key', 'in', keys)
    .where('enabled', '=', true)
    .execute();
  const enabled = new Set(rows.map(({ key }) => key));
  return keys.filter((key) => !enabled.has(key));
}

/** @returns the keys that were set and removed; those that stood so already are not among them. */
export async function changeProperties(
  transaction: Database,
  subject: string,
  changes: readonly PropertyChange[],
): Promise<{ readonly set: readonly string[]; readonly removed: readonly string[] }> {
  const properties = await propertiesOf(transaction, subject);
  const before = new Map(properties.map(({ key, value }) => [key, value]));
  const set = changes.flatMap(({ key, value }) =>
    value === null || before.get(key) === value ? [] : [{ subject, key, value }],
  );
  const removed = changes
    .filter(({ key, value }) => value === null && before.has(key))
    .map(({ key }) => key);
  if (set.length > 0) {
    await transaction
      .insertInto('aua.properties')
      .values(set)
      .onConflict((conflict) =>
        conflict
          .columns(['subject', 'key'])
          .doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })),
      )
      .execute();
  }
  if (removed.length > 0) {
    await transaction
      .deleteFrom('aua.properties')
      .where('subject', '=', subject)
      .where('key', 'in', removed)
      .execute();
  }
  return { set: set.map(({ key }) => key), removed };
}
