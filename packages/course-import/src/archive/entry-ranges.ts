import type { Entry, ZipFile } from 'yauzl';
import { PackageRefused, quoted } from '../refusal.ts';

/**
 * Requires that each entry has bytes of its own, from its local header to the end of its data (APPNOTE,
 * section 4.3.6). No tool packs otherwise; entries that share bytes make much out of little.
 *
 * @throws {PackageRefused} naming two entries that overlap.
 */
export async function requireApart(
  zip: ZipFile,
  entries: readonly (readonly [path: string, entry: Entry])[],
): Promise<void> {
  const inOrder = entries.toSorted(
    ([, a], [, b]) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  );
  let before: { readonly path: string; readonly end: number } | undefined;
  for (const [path, entry] of inOrder) {
    if (before && entry.relativeOffsetOfLocalHeader < before.end)
      throw new PackageRefused(
        `${quoted(before.path)} and ${quoted(path)} overlap in the zip: it looks like a zip bomb.`,
      );
    // The local header's length stands in itself only.
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    before = { path, end: fileDataStart + entry.compressedSize };
  }
}
