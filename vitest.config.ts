import { availableParallelism, tmpdir } from 'node:os';
import { defineConfig } from 'vitest/config';
import { compileCache } from './apps/env/src/checkout.ts';
import { patchedLibrary } from './packages/course-import/player/patched-library.ts';
import { memoryFolder } from './test/memory-folder.ts';
import { limitOfRounds, patienceInMs } from './test/rounds.ts';
import { namedTests } from './test/named-tests.ts';
import { slowestFiles } from './test/slowest-files.ts';

/** Real processes and databases on a machine ten times as busy, in milliseconds: no test measures time by it. */
const testTimeoutInMs = limitOfRounds(60_000);
const hookTimeoutInMs = 60_000;
/** How long a whole journey may take there. */
const journeyTimeoutInMs = 180_000;
/** Before each file: what a test must wait for, and what it must not leave. */
const patience = 'test/patience.ts';
const nothingLeft = 'apps/env/test/nothing-left.ts';
/** After each test. Some files of servers change more for all of their tests. */
const putBack = 'test/put-back.ts';
/** And what the services may send to the database. */
const everyStatement = 'apps/services/test/distribution/every-statement.ts';

// For this process, and for those that it starts.
process.env['TMPDIR'] ??= memoryFolder() ?? tmpdir();

/** Node runs TypeScript as it is, for less time than transforming it takes. */
const asItIs = { viteModuleRunner: false };

/**
 * Options of workers that are processes: threads that collect garbage side by side take an eighth of a worker's processor
 * time, and no core is free for them.
 */
const execArgv = ['--single-threaded-gc'];

/** Files that need a process of their own. */
const alone = [
  // The longest of all, so that it is not the last one.
  'apps/services/test/fuzz/**/*.test.ts',
  // They mock a module, or load it anew, which a shared process has loaded before.
  'apps/services/test/commands/{export,repeatable}-file.test.ts',
  'dev/demo-content/test/{class-reading,keeping}.test.ts',
  // They set the time zone, which is the process's.
  'apps/shell/test/save-file.test.ts',
  'dev/demo-content/test/in-document/assignment-form.test.ts',
];

/** Files that are a browser each, with its document, its clock, its storage and its locks. */
const pages = ['apps/shell/test/**/*.test.{ts,tsx}', 'dev/demo-content/test/in-document/*.test.ts'];

/** Files that import what Vite alone can: pictures, styles, texts found by their names, a patched library. */
const throughVite = [
  'dev/demo-content/test/**/*.test.{ts,tsx}',
  'packages/course-import/test/{cmi5-state,keeping,runtime}.test.ts',
];

/** Projects begin in the order of their names, so that the longest files are not the last ones. */
export default defineConfig({
  test: {
    projects: [
      {
        // In a real browser, with the whole product.
        extends: true,
        test: {
          name: 'journeys',
          execArgv,
          experimental: asItIs,
          include: ['dev/e2e/test/**/*.test.ts'],
          // Files of a worker share a platform and a browser.
          isolate: false,
          globalSetup: 'dev/e2e/src/prepare.ts',
          setupFiles: [patience, nothingLeft],
          testTimeout: journeyTimeoutInMs,
          hookTimeout: journeyTimeoutInMs,
        },
      },
      {
        extends: true,
        test: {
          name: 'servers',
          execArgv,
          experimental: asItIs,
          include: ['apps/services/test/**/*.test.ts', 'apps/env/test/**/*.test.ts'],
          exclude: alone,
          // Loading the services takes longer than most of their tests; what they keep in modules is the
          // same for every database.
          isolate: false,
          setupFiles: [patience, nothingLeft, everyStatement],
          restoreMocks: true,
        },
      },
      {
        extends: true,
        test: { name: 'lone', execArgv, include: alone, setupFiles: [patience, putBack] },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          include: pages,
          exclude: alone,
          // A thread ends with all that is under way in it, and begins for two thirds of a process's time.
          pool: 'threads',
          setupFiles: [patience, putBack, 'test/own-origin.ts'],
        },
      },
      {
        extends: true,
        plugins: [patchedLibrary],
        test: {
          name: 'vite',
          execArgv,
          include: throughVite,
          exclude: [...alone, ...pages],
          isolate: false,
          server: { deps: { inline: ['scorm-again'] } },
          setupFiles: [patience, nothingLeft, putBack],
        },
      },
      {
        // Without a database, and without a browser's globals.
        extends: true,
        test: {
          name: 'parts',
          execArgv,
          experimental: asItIs,
          include: [
            'test/**/*.test.ts',
            'packages/*/test/**/*.test.ts',
            'dev/{bench,browsers}/test/**/*.test.ts',
          ],
          exclude: [...alone, ...throughVite],
          // A process of its own for each takes longer than most of their tests.
          isolate: false,
          setupFiles: [patience, nothingLeft, putBack],
        },
      },
    ],
    globalSetup: 'apps/env/test/global-setup.ts',
    reporters: ['default', slowestFiles, namedTests],
    // Vitest leaves a core to others by default: of two, that is half.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // For the processes that tests start.
    env: { NODE_COMPILE_CACHE: compileCache },
    testTimeout: testTimeoutInMs,
    hookTimeout: hookTimeoutInMs,
    expect: { poll: { timeout: patienceInMs } },
  },
});
