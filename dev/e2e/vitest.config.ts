import { defineConfig } from 'vitest/config';

/** How long a whole journey may take on a slow machine, in milliseconds. */
const journeyTimeoutInMs = 180_000;

/** How long something awaited may take: retries with their pauses, on a busy machine. */
const pollTimeoutInMs = 20_000;

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['test/**/*.test.ts'],
    globalSetup: 'src/prepare.ts',
    // Each file starts the whole product, which waits more than it works.
    maxWorkers: 2,
    testTimeout: journeyTimeoutInMs,
    hookTimeout: journeyTimeoutInMs,
    expect: { poll: { timeout: pollTimeoutInMs } },
  },
});
