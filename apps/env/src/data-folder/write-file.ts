import { rename, writeFile } from 'node:fs/promises';

/** Name endings of files that a kill may leave behind; they mean nothing. */
export const unfinishedSuffix = '.unfinished';

/** Writes a file whole or not at all: a kill in the middle leaves the old one. */
export async function writeFileAtomically(path: string, text: string, mode: number): Promise<void> {
  const unfinished = path + unfinishedSuffix;
  await writeFile(unfinished, text, { mode, flush: true });
  await rename(unfinished, path);
}
