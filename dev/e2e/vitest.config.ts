import { defineConfig } from 'vitest/config';

/** How long a whole journey may take on a slow machine, in milliseconds. */
const journeyTimeoutInMs = 180_000;

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['test/**/*.test.ts'],
    // Each file starts the whole product; two at once would fight for two cores.
    fileParallelism: false,
    testTimeout: journeyTimeoutInMs,
    hookTimeout: journeyTimeoutInMs,
  },
});
