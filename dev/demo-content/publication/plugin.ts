import { fileURLToPath } from 'node:url';
import { runnerImport, type Plugin } from 'vite';
import type * as publication from './publication.ts';

const source = fileURLToPath(new URL('publication.ts', import.meta.url));

/** Puts beside the pages what publishing them needs: the folder that comes out can be published as it is. */
export function publicationFiles(): Plugin {
  let root = '';
  return {
    name: 'publication-files',
    apply: 'build',
    configResolved(config) {
      ({ root } = config);
    },
    async generateBundle() {
      // Read by the bundler, as the course names its pictures by importing them.
      const { module } = await runnerImport<typeof publication>(source, { root });
      for (const [fileName, text] of Object.entries(module.wasserFiles)) {
        this.emitFile({ type: 'asset', fileName, source: text });
      }
    },
  };
}
