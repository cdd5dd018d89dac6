import { afterEach, vi } from 'vitest';

/** After each test the clock, globals, the environment and what was spied on are as they were. */
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  // Before the clock: a spy that was set under a false one puts that back.
  vi.restoreAllMocks();
  vi.useRealTimers();
});
