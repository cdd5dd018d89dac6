import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startS3Server } from '@lectern/env/testing';
import type { FileStore } from '../../src/files/file-store.ts';
import { openFolderStore } from '../../src/files/folder-store.ts';
import { openS3Store } from '../../src/files/s3-store.ts';
import type { PlatformOptions } from '../../src/index.ts';

/** A place for bytes, of its own. */
export interface TestStore {
  readonly options: NonNullable<PlatformOptions['files']>['store'];
  close(): Promise<void>;
}

/**
 * Stores that the same tests run against.
 *
 * @param partMinimumInBytes smallest part that a bucket takes, but the last one
 */
export const storeKinds: readonly (readonly [
  string,
  (partMinimumInBytes?: number) => Promise<TestStore>,
])[] = [
  [
    'a local folder',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'lectern-store-'));
      return {
        options: { folder },
        close: () => rm(folder, { recursive: true, force: true }),
      };
    },
  ],
  ['a bucket', (partMinimumInBytes = 1) => startS3Server({ partMinimumInBytes })],
];

/** Of parts for files of a few hundred kibibytes, in bytes: as many pieces of a body as five. */
export const smallPartSizeInBytes = 5 * 64 * 1024;

/** The same place as the services have it, without them. */
export async function openStore(
  { options }: TestStore,
  partSizeInBytes?: number,
): Promise<FileStore> {
  return 'folder' in options
    ? openFolderStore(options.folder, partSizeInBytes)
    : openS3Store(options, partSizeInBytes);
}
