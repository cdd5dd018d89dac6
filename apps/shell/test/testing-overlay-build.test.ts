import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
/** What stands in the start script, so that no message is missed. */
const inStartScript = ['recording.ts', 'testing-mode.ts'];

let chunks: Rolldown.OutputChunk[];

beforeAll(async () => {
  const built = await build({
    root,
    mode: 'production',
    logLevel: 'silent',
    build: { write: false },
  });
  const { output } = built as Rolldown.RolldownOutput;
  chunks = output.filter((part) => part.type === 'chunk');
});

const overlayFiles = ({ moduleIds }: Rolldown.OutputChunk) =>
  moduleIds.flatMap((id) => /\/testing-overlay\/(.+)$/.exec(id)?.[1] ?? []);

it('has a chunk of its own, which nothing needs to load before it', () => {
  const own = chunks.filter((chunk) => overlayFiles(chunk).includes('overlay.tsx'));
  expect(own).toHaveLength(1);
  const [{ fileName, moduleIds, isDynamicEntry }] = own as [Rolldown.OutputChunk];
  expect(isDynamicEntry).toBe(true);
  expect(moduleIds.filter((id) => !id.includes('/testing-overlay/'))).toEqual([]);
  expect(chunks.filter(({ imports }) => imports.includes(fileName))).toEqual([]);
});

it('leaves in the other chunks only what begins with the first message', () => {
  const others = chunks.filter((chunk) => !overlayFiles(chunk).includes('overlay.tsx'));
  expect(others.flatMap(overlayFiles).toSorted()).toEqual(inStartScript);
  for (const { fileName, code } of others)
    expect(code, fileName).not.toContain('Diese Kategorie hat noch keine Methoden.');
});
