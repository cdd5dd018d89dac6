import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSdk, modules } from '@lectern/sdk/build';
import { AuthorProblem } from '../problem.ts';
import { makeFolder } from './make-folder.ts';

const template = fileURLToPath(new URL('../../template', import.meta.url));

/**
 * Writes content to begin with, and the SDK as it is now beside it.
 *
 * @param folder Made where there is none.
 * @throws {AuthorProblem} when something is in it, or it cannot be made or written
 */
export async function writeStarter(folder: string): Promise<void> {
  const names = await explained(folder, async () => {
    await makeFolder(folder);
    return readdir(folder);
  });
  if (names.length > 0) {
    throw new AuthorProblem(`${folder} is not empty; nothing was written. Give a new folder.`);
  }
  await explained(folder, () => cp(template, folder, { recursive: true }));
  const built = await mkdtemp(join(tmpdir(), 'lectern-sdk-'));
  try {
    await buildSdk(built);
    await explained(folder, () => writeLibrary(built, join(folder, 'lib')));
  } finally {
    await rm(built, { recursive: true, force: true });
  }
}

async function writeLibrary(built: string, library: string): Promise<void> {
  await cp(join(built, 'types'), join(library, 'types'), { recursive: true });
  for (const [name, source] of Object.entries(modules)) {
    await cp(join(built, name), join(library, name));
    // Where editors look for the types of the module beside it.
    const types = name.replace(/js$/, 'd.ts');
    await writeFile(join(library, types), `export * from './types/${source}.js';\n`);
  }
}

/** @throws {AuthorProblem} in place of what the system says */
async function explained<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === undefined) throw cause;
    throw new AuthorProblem(`${folder} ${reasonOf(code)}`, { cause });
  }
}

function reasonOf(code: string): string {
  switch (code) {
    case 'EEXIST':
      return 'is a file. Give a new folder.';
    case 'ENOTDIR':
      return 'is below a file. Give a new folder.';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `may not be written by you (${code}). Give a folder of your own.`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `has no room left on its disk (${code}). Make room, and empty the folder.`;
    default:
      return `cannot be made or written (${code}). Name another folder.`;
  }
}
