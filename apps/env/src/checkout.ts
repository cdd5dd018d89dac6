import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the checkout that this file belongs to. */
export const checkout = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Where Node keeps what it has made of sources, for processes that load the same ones: a third of the work
 * of a start (https://nodejs.org/docs/latest-v24.x/api/module.html#module-compile-cache).
 */
export const compileCache = join(checkout, '.lectern', 'compile-cache');

export async function productVersion(): Promise<string> {
  const manifest = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}
