import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Real processes and databases on a busy machine, in milliseconds. */
const testTimeoutInMs = 30_000;
const hookTimeoutInMs = 60_000;

/** All tests but the journeys in a browser, which start the whole product: `npm run e2e`. */
export default defineConfig({
  test: {
    include: [
      'test/**/*.test.ts',
      'packages/*/test/**/*.test.{ts,tsx}',
      'apps/*/test/**/*.test.{ts,tsx}',
      'dev/{env,demo-content,bench}/test/**/*.test.{ts,tsx}',
    ],
    globalSetup: 'dev/env/test/global-setup.ts',
    // Vitest leaves a core to others by default: of two, that is half.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: testTimeoutInMs,
    hookTimeout: hookTimeoutInMs,
  },
});
