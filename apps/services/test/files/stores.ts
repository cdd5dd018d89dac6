import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startS3Server } from '@lectern/env/testing';
import type { PlatformOptions } from '../../src/index.ts';

/** A place for bytes, of its own. */
export interface TestStore {
  readonly options: NonNullable<PlatformOptions['files']>['store'];
  close(): Promise<void>;
}

/** What the same tests run against. */
export const storeKinds: readonly (readonly [string, () => Promise<TestStore>])[] = [
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
  ['a bucket', startS3Server],
];
