import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { compileCache } from './dev/env/src/checkout.ts';
import { limitOfRounds } from './test/rounds.ts';
import { slowestFiles } from './test/slowest-files.ts';

/** Real processes and databases on a busy machine, in milliseconds. */
const testTimeoutInMs = limitOfRounds(30_000);
const hookTimeoutInMs = 60_000;
/** How long a whole journey may take there. */
const journeyTimeoutInMs = 180_000;
/** How long something awaited may take there: retries with their pauses. */
const pollTimeoutInMs = 20_000;

/** What needs a process of its own though it is about the services. */
const alone = [
  // The longest of all: parts begin before servers, as their name does, so it is not the last one alone.
  'apps/services/test/fuzz/**/*.test.ts',
  // They mock a module, which a shared process has loaded before.
  'apps/services/test/commands/{export,repeatable}-file.test.ts',
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
          include: ['dev/e2e/test/**/*.test.ts'],
          // Files of a worker share a platform and a browser.
          isolate: false,
          globalSetup: 'dev/e2e/src/prepare.ts',
          setupFiles: 'dev/env/test/nothing-left.ts',
          testTimeout: journeyTimeoutInMs,
          hookTimeout: journeyTimeoutInMs,
        },
      },
      {
        extends: true,
        test: {
          name: 'servers',
          include: ['apps/services/test/**/*.test.ts', 'dev/env/test/**/*.test.ts'],
          exclude: alone,
          // Loading the services takes longer than most of their tests; what they keep in modules is the
          // same for every database.
          isolate: false,
          setupFiles: 'dev/env/test/nothing-left.ts',
          restoreMocks: true,
        },
      },
      {
        extends: true,
        test: {
          name: 'parts',
          include: [
            'test/**/*.test.ts',
            'packages/*/test/**/*.test.{ts,tsx}',
            'apps/!(services)/test/**/*.test.{ts,tsx}',
            'dev/{demo-content,bench}/test/**/*.test.{ts,tsx}',
            ...alone,
          ],
        },
      },
    ],
    globalSetup: 'dev/env/test/global-setup.ts',
    reporters: ['default', slowestFiles],
    // Vitest leaves a core to others by default: of two, that is half.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // For the processes that tests start.
    env: { NODE_COMPILE_CACHE: compileCache },
    testTimeout: testTimeoutInMs,
    hookTimeout: hookTimeoutInMs,
    expect: { poll: { timeout: pollTimeoutInMs } },
  },
});
