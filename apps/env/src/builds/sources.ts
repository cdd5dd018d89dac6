import { createHash } from 'node:crypto';
import { readFile, readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Not sources: what a build or a check leaves, and what other packages own. */
const ignored = /(^|\/)(node_modules|dist(-[^/]*)?|test|[^/]*\.tsbuildinfo)(\/|$)/;

/**
 * Digest of everything that goes into a build. Contents count rather than times, which a fresh
 * clone or a change of branch sets anew.
 *
 * @param paths files and folders
 */
export async function digestOf(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of await filesUnder(path)) {
      hash
        .update(`${relative(path, file)}\0`)
        .update(await readFile(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

async function filesUnder(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !ignored.test(relative(path, file)))
    .toSorted();
}
