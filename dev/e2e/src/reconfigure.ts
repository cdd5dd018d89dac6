import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Platform } from '@lectern/env';

type Fields = Readonly<Record<string, unknown>>;

/** The documents as platforms wrote them, before anything was changed. */
const originals = new WeakMap<object, string>();

/**
 * Runs the platform with these fields in its configuration, instead of those of the last time. Unlike
 * an answer that the browser is given in its place, this changes the headers of the host, too.
 *
 * @param fields The top level's, or how they come from the document as it was.
 */
export async function reconfigure(
  platform: Pick<Platform, 'dataFolder' | 'stop' | 'start'>,
  fields: Fields | ((document: Readonly<Record<string, object>>) => Fields),
): Promise<void> {
  const file = join(platform.dataFolder, 'configuration.json');
  const original = originals.get(platform) ?? (await readFile(file, 'utf8'));
  originals.set(platform, original);
  const document = JSON.parse(original) as Readonly<Record<string, object>>;
  const changed = typeof fields === 'function' ? fields(document) : fields;
  await writeFile(file, JSON.stringify({ ...document, ...changed }));
  await platform.stop('services');
  await platform.start('services');
}
