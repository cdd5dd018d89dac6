import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  distributionChannel,
  fileName,
  fileReference,
  fileVersion,
  mediaType,
} from '@lectern/contracts/calls/files/asset';
import { fileKey } from '@lectern/contracts/calls/files/file-config';
import * as z from 'zod/mini';

/** Says which files of the folder there are, and which of them are public. */
const listName = 'files.json';

const list = z.array(
  z.strictObject({
    ...fileKey,
    version: fileVersion,
    is_public: z.boolean(),
    file_name: fileName,
    media_type: mediaType,
    distribution_channel: z.optional(distributionChannel),
    /** Within the folder; with the alphabet of a file reference it leads nowhere else. */
    path: fileReference,
  }),
);

/** A file that is given without a licence. */
export interface PublicFile extends Readonly<z.infer<typeof list>[number]> {
  readonly size_in_bytes: number;
  /** SHA-256 in hexadecimal digits. */
  readonly content_hash: string;
}

/** Which file a request means; `version` 0: the newest. Without a publisher: of any. */
export type WantedFile = Readonly<
  Record<'file_reference' | 'asset_stage' | 'asset_type', string>
> & { readonly version: number; readonly mandant_identifier?: string | undefined };

export interface PublicFiles {
  /** Absolute. */
  readonly folder: string;
  find(wanted: WantedFile): PublicFile | undefined;
  /** @param path within the folder */
  at(path: string): PublicFile | undefined;
}

/** Where there is no folder. */
export const noPublicFiles: PublicFiles = {
  folder: '',
  find: () => undefined,
  at: () => undefined,
};

/**
 * Reads what a folder holds. That is done once: sizes and hashes are those of the start, so whoever
 * changes a file gives it a new version and starts the services anew.
 *
 * @throws {Error} with a sentence, when the list or a file on it cannot be read
 */
export async function readPublicFiles(publicFiles: string): Promise<PublicFiles> {
  const folder = resolve(publicFiles);
  const listed = z.safeParse(list, JSON.parse(await readFile(join(folder, listName), 'utf8')));
  if (!listed.success) {
    throw new Error(`${join(folder, listName)} cannot be used: ${z.prettifyError(listed.error)}`);
  }
  const files = await Promise.all(
    listed.data
      .filter(({ is_public }) => is_public)
      .map(async (file): Promise<PublicFile> => {
        const path = join(folder, file.path);
        const [{ size }, content_hash] = await Promise.all([stat(path), hashOf(path)]);
        return { ...file, size_in_bytes: size, content_hash };
      }),
  );
  const byPath = new Map(files.map((file) => [file.path, file]));
  return {
    folder,
    find: (wanted) => {
      const versions = files.filter(
        (file) =>
          (wanted.mandant_identifier === undefined ||
            file.mandant_identifier === wanted.mandant_identifier) &&
          file.file_reference === wanted.file_reference &&
          file.asset_stage === wanted.asset_stage &&
          file.asset_type === wanted.asset_type,
      );
      return wanted.version === 0
        ? versions.toSorted((a, b) => b.version - a.version)[0]
        : versions.find(({ version }) => version === wanted.version);
    },
    at: (path) => byPath.get(path),
  };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
