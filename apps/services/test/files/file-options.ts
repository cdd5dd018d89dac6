import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { objectsIn } from '../../src/files/folder-store.ts';
import type { PlatformOptions } from '../../src/index.ts';

type FileOptions = NonNullable<PlatformOptions['files']>;

/** A new place for files: a folder that goes with the tests, behind a port of its own. */
export function testFiles(): FileOptions & { readonly store: { readonly folder: string } } {
  const folder = mkdtempSync(join(inject('filesFolder'), 'files-'));
  // A stored database may name files whose bytes are lost.
  mkdirSync(objectsIn(folder));
  return {
    listen: { host: '127.0.0.1', port: 0 },
    store: { folder },
    addressSecrets: ['a secret of at least 32 bytes for addresses'],
    // Looking for one takes a third of a start: who converts says so.
    video: { ffmpeg: '/nowhere/ffmpeg' },
  };
}
