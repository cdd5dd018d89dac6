import { fileURLToPath } from 'node:url';
import { build, loadConfigFromFile, type PluginOption, type Rolldown } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
let chunks: Rolldown.OutputChunk[];

const isNamed = (plugin: PluginOption, name: string) =>
  typeof plugin === 'object' && plugin !== null && 'name' in plugin && plugin.name === name;

beforeAll(async () => {
  const loaded = await loadConfigFromFile(
    { command: 'build', mode: 'production' },
    undefined,
    root,
  );
  const { plugins = [], ...config } = loaded!.config;
  const built = await build({
    ...config,
    configFile: false,
    root,
    logLevel: 'silent',
    // Neither changes which module is in which chunk, and together they take most of the time.
    plugins: plugins.filter((plugin) => !isNamed(plugin, 'vite-plugin-compression')),
    build: { ...config.build, minify: false, write: false },
  });
  const { output } = built as Rolldown.RolldownOutput;
  chunks = output.filter((part) => part.type === 'chunk');
});

describe('the testing overlay', () => {
  const overlayFiles = ({ moduleIds }: Rolldown.OutputChunk) =>
    moduleIds.flatMap((id) => /\/testing-overlay\/(.+)$/.exec(id)?.[1] ?? []);

  it('has a chunk of its own, which nothing needs to load before it', () => {
    const own = chunks.filter((chunk) => overlayFiles(chunk).includes('overlay.tsx'));
    expect(own).toHaveLength(1);
    const [{ fileName, moduleIds, isDynamicEntry }] = own as [Rolldown.OutputChunk];
    expect(isDynamicEntry).toBe(true);
    const others = moduleIds.filter((id) => !id.includes('/testing-overlay/'));
    // The start script, which reads the same messages, is a bundle of its own.
    expect(others.map((id) => id.replace(/.*\/src\//, '')).toSorted()).toEqual([
      'bridge/read-request.ts',
      'protocol/errors.ts',
      'protocol/events.ts',
    ]);
    expect(chunks.filter(({ imports }) => imports.includes(fileName))).toEqual([]);
  });

  it('leaves nothing in the other chunks', () => {
    const others = chunks.filter((chunk) => !overlayFiles(chunk).includes('overlay.tsx'));
    expect(others.flatMap(overlayFiles)).toEqual([]);
    for (const { fileName, code } of others)
      expect(code, fileName).not.toContain('Diese Kategorie hat noch keine Methoden.');
  });
});

/** Adds all chunks that some import statically. */
function withImports(files: Set<string>): Set<string> {
  for (const file of files)
    for (const imported of chunks.find(({ fileName }) => fileName === file)!.imports)
      files.add(imported);
  return files;
}

/** Names of the chunks of an entry: its own, and all that it imports statically. */
function loadedWith(entry: string): string[] {
  const own = chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(entry));
  const files = withImports(new Set(own.map(({ fileName }) => fileName)));
  return [...files].map((file) => /([\w-]+)-[\w-]{8}\.js$/.exec(file)![1]!).toSorted();
}

it('the shell and the pages come in few requests', () => {
  const shared = ['core', 'rolldown-runtime', 'texts'];
  expect(loadedWith('/src/shell.ts')).toEqual([...shared, 'shell'].toSorted());
  expect(loadedWith('/src/app.tsx')).toEqual(['app', 'pages', ...shared].toSorted());
});

it.each([
  [
    'a page that tells of a failed start',
    '/src/start-up-page.ts',
    ['fallback', 'start-up-page', 'texts'],
  ],
  ['what old browsers lack', '/src/fallback.ts', ['fallback']],
  ['a callback in a frame', '/silent-callback.html', ['silent-callback']],
  ['a callback in a window', '/popup-callback.html', ['popup-callback']],
])('%s needs nothing of the shell', (_, entry, files) => {
  expect(loadedWith(entry)).toEqual(files);
});

// The bundler keeps the order of evaluation only where no chunk comes before itself.
it('no chunk needs itself', () => {
  const needs = ({ fileName, imports }: Rolldown.OutputChunk) =>
    withImports(new Set(imports)).has(fileName);
  expect(chunks.filter(needs)).toEqual([]);
});
