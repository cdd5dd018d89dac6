import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { buildTargets } from '@lectern/browsers';
import { refuseMissing } from '@lectern/browsers/bundles';
import { browserTest } from './browser-test.ts';

const startScript = fileURLToPath(new URL('../src/main.ts', import.meta.url));
/** The element of `index.html` that a script goes into. */
const placeOf = (id: string) => `<script id="${id}"></script>`;

/**
 * Puts the start script and the style sheet into `index.html` itself: the frame is asked for as soon as
 * the page is there, and not a round trip later. The script is a bundle of its own, which knows the
 * chunks of the shell and of the pages by their final names; modules that it has in common with them
 * are in both, each with a state of its own.
 */
export function startInPage(): Plugin {
  let mode: string;
  return {
    name: 'start-in-page',
    configResolved(config) {
      ({ mode } = config);
    },
    transformIndexHtml: {
      // Once all chunks have their names.
      order: 'post',
      async handler(html, { bundle, path }) {
        if (!bundle || path !== '/index.html') return html;
        const { code } = await bundleStart(laterOf(bundle), mode);
        const scripts = {
          browser: browserTest.replaceAll(/\n\s*/g, ''),
          start: `self.isTooOld||${code}`,
        };
        return Object.entries(scripts).reduce(
          (page, [id, script]) =>
            page.replace(placeOf(id), (place) =>
              place.replace('></', () => `>${harmless(script)}</`),
            ),
          withStyles(html.replaceAll(/\s*<!--[^]*?-->/g, ''), bundle),
        );
      },
    },
  };
}

/** Addresses of the chunks that come after the start script. */
export interface Later {
  /** Chunks that it loads, by the words that it uses. */
  readonly chunks: Readonly<Record<string, string>>;
  readonly shellFiles: readonly string[];
  readonly pageFiles: readonly string[];
}

function laterOf(bundle: Rolldown.OutputBundle): Later {
  const shell = chunkOf(bundle, '/src/shell.ts');
  const loaded = ['shell', 'start-up-page', 'fallback'].map((name) => {
    const { fileName } = chunkOf(bundle, `/src/${name}.ts`);
    return [`./${name}.ts`, `/${fileName}`] as const;
  });
  return {
    chunks: Object.fromEntries(loaded),
    shellFiles: filesOf(bundle, shell),
    pageFiles: filesOf(bundle, chunkOf(bundle, '/src/app.tsx')),
  };
}

export async function bundleStart(
  { chunks, shellFiles, pageFiles }: Later,
  mode: string,
): Promise<Rolldown.OutputChunk> {
  const [built] = (await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    mode,
    define: {
      'import.meta.env.SHELL_FILES': JSON.stringify(shellFiles),
      'import.meta.env.PAGE_FILES': JSON.stringify(pageFiles),
    },
    plugins: [
      // The fallback comes after the frame.
      refuseMissing({ otherNames: ['take'] }),
      {
        name: 'chunks-by-address',
        enforce: 'pre',
        resolveId(source) {
          const id = chunks[source];
          return id === undefined ? undefined : { id, external: 'absolute' };
        },
      },
    ],
    build: {
      write: false,
      target: buildTargets,
      // A library gets no helper around its imports: what they need is preloaded by the script itself.
      lib: { entry: startScript, formats: ['iife'], name: 'start' },
    },
  })) as Rolldown.RolldownOutput[];
  return built!.output[0];
}

/** The script as it can stand in a page, whose parser some of its texts would mean something to. */
function harmless(code: string): string {
  return code
    .trim()
    .replaceAll('</script', String.raw`<\/script`)
    .replaceAll('<!--', String.raw`<\!--`);
}

function chunkOf(bundle: Rolldown.OutputBundle, source: string): Rolldown.OutputChunk {
  const found = Object.values(bundle).find(
    (part): part is Rolldown.OutputChunk =>
      part.type === 'chunk' && part.facadeModuleId?.endsWith(source) === true,
  );
  if (!found) throw new Error(`No chunk begins with ${source}.`);
  return found;
}

/** Addresses of a chunk and of all scripts and style sheets that it cannot start without. */
function filesOf(bundle: Rolldown.OutputBundle, chunk: Rolldown.OutputChunk): string[] {
  const files = new Set([chunk.fileName]);
  for (const file of files) {
    const part = bundle[file];
    if (part?.type !== 'chunk') continue;
    for (const needed of [...part.imports, ...(part.viteMetadata?.importedCss ?? [])])
      files.add(needed);
  }
  return [...files].map((file) => `/${file}`);
}

/** The page's style sheets become part of it, and no files of their own. */
function withStyles(html: string, bundle: Rolldown.OutputBundle): string {
  return html.replaceAll(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (link, file: string) => {
    const style = bundle[file];
    if (style?.type !== 'asset') return link;
    delete bundle[file];
    return `<style>${String(style.source).trim()}</style>`;
  });
}
