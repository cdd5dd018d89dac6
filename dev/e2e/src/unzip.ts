import type { Download } from 'playwright-core';
import { openPromise } from 'yauzl';

/** The entries of a zip, by name, as text. */
export async function unzip(download: Download): Promise<ReadonlyMap<string, string>> {
  const zip = await openPromise(await download.path());
  const entries = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    const chunks = await (await zip.openReadStreamPromise(entry)).toArray();
    entries.set(entry.fileName, Buffer.concat(chunks as Buffer[]).toString());
  }
  return entries;
}
