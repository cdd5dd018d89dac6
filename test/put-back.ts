import { afterEach, vi } from 'vitest';

/** After each test the clock, globals, the environment and what was spied on are as they were. */
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
