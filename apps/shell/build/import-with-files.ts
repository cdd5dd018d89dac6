import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const source = fileURLToPath(new URL('../src/import-with-files.ts', import.meta.url));

/** Vite's wrapper around each `import()` of a build, with the files that the module needs. */
const wrapper = '\0vite/preload-helper.js';

/** Has `importWithFiles` take the place of Vite's wrapper, which has the browser import files that it cannot get. */
export function importsWithFiles(): Plugin {
  return {
    name: 'imports-with-files',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        modulePreload: {
          // Vite leaves out the module itself where it is a single file.
          resolveDependencies: (file, others, { hostType }) =>
            hostType === 'js' ? [...new Set([file, ...others])] : others,
        },
      },
    }),
    load: (id) =>
      id === wrapper
        ? `export { importWithFiles as __vitePreload } from ${JSON.stringify(source)};`
        : undefined,
  };
}
