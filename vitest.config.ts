import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { compileCache } from './dev/env/src/checkout.ts';

/** Real processes and databases on a busy machine, in milliseconds. */
const testTimeoutInMs = 30_000;
const hookTimeoutInMs = 60_000;

/** What has real servers and databases before it. */
const servers = [
  'apps/services/test/!(fuzz)/**/*.test.ts',
  'apps/services/test/*.test.ts',
  'dev/env/test/**/*.test.ts',
];

/** All tests but the journeys in a browser, which start the whole product: `npm run e2e`. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'servers',
          include: servers,
          // Loading the services takes longer than most of their tests, and these keep nothing in modules.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'parts',
          include: [
            'test/**/*.test.ts',
            'packages/*/test/**/*.test.{ts,tsx}',
            'apps/*/test/**/*.test.{ts,tsx}',
            'dev/{env,demo-content,bench}/test/**/*.test.{ts,tsx}',
          ],
          exclude: servers,
        },
      },
    ],
    globalSetup: 'dev/env/test/global-setup.ts',
    // Vitest leaves a core to others by default: of two, that is half.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // For the processes that tests start.
    env: { NODE_COMPILE_CACHE: compileCache },
    testTimeout: testTimeoutInMs,
    hookTimeout: hookTimeoutInMs,
  },
});
