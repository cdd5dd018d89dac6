import { gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';
import { beforeAll, expect, it } from 'vitest';
import { bundleStart } from '../build/start-in-page.ts';

/** Largest compressed start script, in bytes: each of them stands before the content. */
const startScriptMaximumInBytes = 6 * 1024;

const files = Array.from({ length: 6 }, (_, index) => `/assets/name-of-a-chunk-${index}.js`);

let start: Rolldown.OutputChunk;

beforeAll(async () => {
  const chunks = {
    './shell.ts': files[0]!,
    './start-up-page.ts': files[1]!,
    './fallback.ts': files[2]!,
  };
  start = await bundleStart({ chunks, shellFiles: files, pageFiles: files }, 'production');
});

it('needs nothing before it, and loads the rest by address', () => {
  expect(start.imports).toEqual([]);
  expect(start.dynamicImports.toSorted()).toEqual(files.slice(0, 3));
});

it('is small', () => {
  expect(gzipSync(start.code).length).toBeLessThan(startScriptMaximumInBytes);
});

it.each([
  'logging/describe-cause.ts',
  'logging/post-log.ts',
  'logging/start-logging.ts',
  'logging/uncaught.ts',
  'fallback.ts',
  'start-up-page.ts',
  'texts/texts.ts',
  'texts/de.ts',
  'shell.ts',
  'content-frame/beside-content.ts',
  'app.tsx',
])('leaves %s to later', (file) => {
  expect(start.moduleIds.filter((id) => id.endsWith(`/src/${file}`))).toEqual([]);
});
