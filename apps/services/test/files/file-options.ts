import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { openFolderStore } from '../../src/files/folder-store.ts';
import type { PlatformOptions } from '../../src/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-files-'));
// After the platforms of the test file, which are closed by hooks that came later.
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A place for files: a folder that goes with the tests, behind a port of its own. */
export const testFiles: NonNullable<PlatformOptions['files']> = {
  listen: { host: '127.0.0.1', port: 0 },
  store: { folder },
  addressSecrets: ['a secret of at least 32 bytes for addresses'],
};

/** The same place, without a platform before it. */
export const openTestFiles = () => openFolderStore(folder);
