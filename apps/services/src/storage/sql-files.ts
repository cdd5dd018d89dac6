import { readdirSync, readFileSync } from 'node:fs';

/**
 * The texts of a folder's SQL files, by their names without `.sql` and in the order of these. Lines end with `\n`
 * however the checkout ends them, so that hashes are the same everywhere.
 */
export function readSqlFiles(folder: URL): ReadonlyMap<string, string> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return new Map(
    files
      .toSorted()
      .map((file) => [
        file.slice(0, -'.sql'.length),
        readFileSync(new URL(file, folder), 'utf8').replaceAll('\r\n', '\n'),
      ]),
  );
}
