import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Platform } from '@lectern/env';

type Fields = Readonly<Record<string, unknown>>;
type Configured = Pick<Platform, 'dataFolder' | 'stop' | 'start'>;

/** The documents as platforms wrote them, before anything was changed, by data folder. */
const originals = new Map<string, string>();

/**
 * Runs the platform with these fields in its configuration, instead of those of the last time. Unlike
 * an answer that the browser is given in its place, this changes the headers of the host, too.
 *
 * @param fields The top level's, or how they come from the document as it was.
 */
export async function reconfigure(
  platform: Configured,
  fields: Fields | ((document: Readonly<Record<string, object>>) => Fields),
): Promise<void> {
  const original = originals.get(platform.dataFolder) ?? (await readFile(fileOf(platform), 'utf8'));
  originals.set(platform.dataFolder, original);
  const document = JSON.parse(original) as Readonly<Record<string, object>>;
  const changed = typeof fields === 'function' ? fields(document) : fields;
  await restartWith(platform, JSON.stringify({ ...document, ...changed }));
}

/** Runs the platform as it was before it was configured anew, if it was. */
export async function restoreConfiguration(platform: Configured): Promise<void> {
  const original = originals.get(platform.dataFolder);
  if (original === undefined) return;
  originals.delete(platform.dataFolder);
  await restartWith(platform, original);
}

async function restartWith(platform: Configured, document: string): Promise<void> {
  await writeFile(fileOf(platform), document);
  await platform.stop('services');
  await platform.start('services');
}

function fileOf({ dataFolder }: Configured): string {
  return join(dataFolder, 'configuration.json');
}
