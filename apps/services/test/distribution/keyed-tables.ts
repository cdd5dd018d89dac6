import { distributionKeys } from '../../src/storage/distribution-keys.ts';

/** Matches a text that names a table with a key. */
export const namesKeyedTable = new RegExp(
  Object.keys(distributionKeys)
    .map((table) => table.replace('.', String.raw`"?\."?`))
    .join('|'),
);
