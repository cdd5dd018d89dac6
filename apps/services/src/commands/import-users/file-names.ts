import { CommandProblem } from '../problem.ts';

/** Names that macOS and Windows add beside a person's files. */
export function isSystemName(name: string): boolean {
  return name.startsWith('.') || name.toLowerCase() === '__macosx';
}

export function isCsvName(name: string): boolean {
  return name.toLowerCase().endsWith('.csv') && !isSystemName(name);
}

/**
 * The CSV files among paths, by their names in small letters, in which folder they lie.
 *
 * @throws {CommandProblem} for two files of one name: one of them is not meant.
 */
export function csvPaths(paths: Iterable<string>): ReadonlyMap<string, string> {
  const byName = new Map<string, string>();
  for (const path of paths) {
    const parts = path.split('/').filter((part) => part !== '' && part !== '.');
    const name = parts.at(-1) ?? '';
    if (!isCsvName(name) || parts.some(isSystemName)) continue;
    const other = byName.get(name.toLowerCase());
    if (other !== undefined) {
      throw new CommandProblem(
        `There are two files ${JSON.stringify(name.toLowerCase())}: ${JSON.stringify(other)} and ${JSON.stringify(path)}. Give one roster at a time.`,
      );
    }
    byName.set(name.toLowerCase(), path);
  }
  return byName;
}
