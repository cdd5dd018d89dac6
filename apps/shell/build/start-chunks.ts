import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

const inShell = (file: string) => fileURLToPath(new URL(`../${file}`, import.meta.url));
const shell = inShell('src/shell.ts');
const pages = inShell('src/app.tsx');
/** Entries that a page loads also where it does not get the shell. */
const withoutShell = [
  'silent-callback.html',
  'popup-callback.html',
  'src/start-up-page.ts',
  'src/fallback.ts',
].map(inShell);

/**
 * Puts modules that the shell and the pages share with each other, or with later chunks, into one chunk each. Every
 * visit needs all of them; by themselves they would be a request for each set of chunks that share some.
 */
export function startChunks(): Plugin {
  let ofShell: ReadonlySet<string>;
  let ofPages: ReadonlySet<string>;
  let apart: ReadonlySet<string>;
  const isOfShell = (id: string) => ofShell.has(id) && !apart.has(id);
  const isOfPages = (id: string) => ofPages.has(id) && !ofShell.has(id) && !apart.has(id);
  return {
    name: 'start-chunks',
    apply: 'build',
    buildEnd() {
      ofShell = withImports(this, [shell]);
      ofPages = withImports(this, [pages]);
      apart = withImports(this, withoutShell);
    },
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // Modules that one chunk alone needs stay in it.
              includeDependenciesRecursively: false,
              groups: [
                { name: 'core', minShareCount: 2, test: isOfShell },
                { name: 'pages', minShareCount: 2, test: isOfPages },
              ],
            },
          },
        },
      },
    }),
  };
}

/** Modules, and all that they import statically. */
function withImports(
  context: Rolldown.PluginContext,
  entries: readonly string[],
): ReadonlySet<string> {
  const ids = new Set(entries);
  for (const id of ids)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) ids.add(imported);
  return ids;
}
