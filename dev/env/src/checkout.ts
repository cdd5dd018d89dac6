import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the checkout that this file belongs to. */
export const checkout = fileURLToPath(new URL('../../..', import.meta.url));

/** Version of the product. */
export async function productVersion(): Promise<string> {
  const manifest = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}
