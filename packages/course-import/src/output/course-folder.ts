import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cmi5StructureFile } from '../cmi5-structure.ts';
import { courseFormat } from '../course.ts';
import { PackageRefused, quoted } from '../refusal.ts';

/** The package's files lie here, below the folder, under their own paths. */
export const contentFolder = 'content';
export const h5pPlayerFolder = 'h5p-player';
/** By which the folder can be published: an import's, or its author's, who keeps it. */
export const publicationFile = 'lectern.json';
export const courseFile = 'course.json';

/** Everything that an import writes: its own entries, and those of the built player. */
const written: ReadonlyMap<string, 'file' | 'folder'> = new Map([
  ['index.html', 'file'],
  [courseFile, 'file'],
  [cmi5StructureFile, 'file'],
  [publicationFile, 'file'],
  ['player', 'folder'],
  [contentFolder, 'folder'],
  [h5pPlayerFolder, 'folder'],
]);

/**
 * Requires that a folder may be replaced: that it does not exist, is empty, or holds a course of an import
 * and nothing beside it.
 *
 * @throws {PackageRefused} naming what stands in the way.
 */
export async function requireReplaceable(folder: string): Promise<void> {
  const stats = await stat(folder).catch(() => undefined);
  if (!stats) return;
  if (!stats.isDirectory())
    throw new PackageRefused(`${folder} is not a folder; choose another one.`);
  const entries = await readdir(folder, { withFileTypes: true });
  if (entries.length === 0) return;
  const foreign = entries.find((entry) => {
    const kind = written.get(entry.name);
    return kind === undefined || !(kind === 'file' ? entry.isFile() : entry.isDirectory());
  });
  if (foreign)
    throw new PackageRefused(
      `${folder} contains ${quoted(foreign.name)}, which was not made by an import; choose another folder.`,
    );
  if (!entries.some(({ name }) => name === courseFile))
    throw new PackageRefused(
      `${folder} holds ${quoted(entries[0]!.name)} but no ${quoted(courseFile)}: it was not made by an import; choose another folder.`,
    );
  if (!isCourse(await readFile(join(folder, courseFile), 'utf8')))
    throw new PackageRefused(
      `${folder} contains a ${quoted(courseFile)} that was not made by an import; choose another folder.`,
    );
}

/** True for a file that an import of this format or an earlier one has written, by the members that all courses have. */
function isCourse(text: string): boolean {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return false;
  }
  if (typeof value !== 'object' || value === null) return false;
  const course = value as Readonly<Record<string, unknown>>;
  return (
    [1, courseFormat].some((format) => course['format'] === format) &&
    ['standard', 'title', 'courseId', 'issueId', 'activityBase'].every(
      (name) => typeof course[name] === 'string',
    )
  );
}
