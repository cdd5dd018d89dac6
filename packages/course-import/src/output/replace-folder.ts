import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Makes a folder all at once: it is written under another name beside its place, and takes that place when
 * it is complete.
 *
 * @param requireReplaceable throws where the folder, by its absolute path, holds what must stay.
 */
export async function replaceFolder(
  folder: string,
  requireReplaceable: (target: string) => Promise<void>,
  write: (made: string) => Promise<void>,
): Promise<void> {
  const target = resolve(folder);
  await requireReplaceable(target);
  await mkdir(dirname(target), { recursive: true });
  const made = await mkdtemp(join(dirname(target), `.${basename(target)}-`));
  const replaced = `${made}-replaced`;
  try {
    await write(made);
    // Writing takes its time, in which somebody may have put something there.
    await requireReplaceable(target);
    if (existsSync(target)) await rename(target, replaced);
    await rename(made, target);
  } catch (error) {
    if (existsSync(replaced) && !existsSync(target)) await rename(replaced, target);
    throw error;
  } finally {
    await rm(made, { recursive: true, force: true });
  }
  // Only now: where nothing could take its place nor bring it back, it stays under this name.
  await rm(replaced, { recursive: true, force: true });
}
