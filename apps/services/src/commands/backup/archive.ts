import * as z from 'zod/mini';

/*
 * Form of a backup: a tar whose first entry describes it, and whose last one has the SHA-256 of all others, as
 * `sha256sum --check` reads it.
 */

export const descriptionPath = 'backup.json';
export const hashesPath = 'SHA256SUMS';
/** Files of the data folder, by their names there. */
export const settingsFolder = 'settings/';
/** Files that the operator has added. */
export const furtherFolder = 'further/';
/** Bytes of files, by their names in the store. */
export const filesFolder = 'files/';
/** Rows of a table, in pieces that are compressed each. */
export const rowsFolderOf = (table: string) => `database/${table}`;

/** Most bytes of a piece before it is compressed. */
export const pieceInBytes = 8 * 1024 ** 2;

/** Counts up when an older Lectern could not read it. */
export const backupFormat = 1;

/** Text that a message may repeat: a terminal obeys control characters. */
const name = z.string().check(z.regex(/^[ -~]{1,200}$/));
const count = z.int().check(z.gte(0));
const digits = z.string().check(z.regex(/^-?\d{1,40}$/));
const list = <Item extends z.ZodMiniType>(item: Item) => z.readonly(z.array(item));

/** Content of `backup.json`. */
export const backupDescription = z.object({
  product: z.literal('Lectern'),
  format: count,
  /** Of the Lectern that made it. */
  version: name,
  created: z.iso.datetime(),
  /** How many files the database names; 0 where they were left out. Those that the store lacked are none of it. */
  files: count,
  database: z.object({
    migrations: list(name),
    tables: list(z.object({ name, columns: list(name), rows: digits, digest: digits })),
    sequences: list(z.object({ name, value: digits })),
  }),
});
export type BackupDescription = z.infer<typeof backupDescription>;
