import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, expect, it } from 'vitest';

/** What the start script may weigh, compressed, in bytes: each of them stands before the content. */
const startScriptMaximumInBytes = 6 * 1024;

let start: Rolldown.OutputChunk;

beforeAll(async () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const built = await build({ root, logLevel: 'silent', build: { write: false } });
  const { output } = built as Rolldown.RolldownOutput;
  start = output.find(
    (part): part is Rolldown.OutputChunk =>
      part.type === 'chunk' && part.moduleIds.some((id) => id.endsWith('/src/main.ts')),
  )!;
});

it('is one file', () => {
  expect(start.imports).toEqual([]);
});

it('is small', () => {
  expect(gzipSync(start.code).length).toBeLessThan(startScriptMaximumInBytes);
});

it.each([
  'logging/describe-cause.ts',
  'logging/post-log.ts',
  'logging/start-logging.ts',
  'logging/uncaught.ts',
  'start-up-page.ts',
  'texts/de.ts',
  'texts/fr.ts',
  'texts/it.ts',
  'texts/en.ts',
])('leaves %s to later', (file) => {
  expect(start.moduleIds.filter((id) => id.endsWith(`/src/${file}`))).toEqual([]);
});
