import { fileURLToPath } from 'node:url';
import type { PlatformOptions } from '../../src/index.ts';
import { testFiles } from './file-options.ts';

/** The environment file of the contract's examples, in the folder beside this file. */
export const environmentXml =
  '<environment><support>https://hilfe.lectern.example</support></environment>';

/** The key is that of the contract's examples; another one opens nothing of its publisher. */
export const examplePublicFiles = (): NonNullable<PlatformOptions['files']> => ({
  ...testFiles(),
  video: {},
  publicFiles: fileURLToPath(new URL('public-files', import.meta.url)),
  keys: [
    { name: 'BASIC_BEOOK_WEB', secret: 'demo-basic-secret', mandantIdentifier: 'LECTERN' },
    { name: 'BASIC_OTHER', secret: 'another-secret', mandantIdentifier: 'ANOTHER' },
  ],
});
