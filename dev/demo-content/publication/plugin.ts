import { fileURLToPath } from 'node:url';
import { runnerImport, type Plugin } from 'vite';
import type * as publication from './publication.ts';

const source = fileURLToPath(new URL('publication.ts', import.meta.url));

/**
 * Names, in each page, the chunks that it loads later: the browser fetches them when it has nothing else to
 * do, and `load-later.ts` knows their addresses.
 */
export function laterChunks(): Plugin {
  return {
    name: 'later-chunks',
    apply: 'build',
    transformIndexHtml: {
      // Once all chunks have their names.
      order: 'post',
      handler: (_html, { chunk }) =>
        (chunk?.dynamicImports ?? []).map((fileName) => ({
          tag: 'link',
          attrs: { rel: 'prefetch', href: `./${fileName}` },
          injectTo: 'head',
        })),
    },
  };
}

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
