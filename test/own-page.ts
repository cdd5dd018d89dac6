import { afterAll, vi } from 'vitest';

/*
 * Files of tests that share a process are pages of their own: their modules are loaded anew, and their timers end with
 * them. They share the browser's locks.
 */

type Timer = ReturnType<typeof setTimeout>;
type Start = (...given: Parameters<typeof setTimeout>) => Timer;

/** Once for all files of a process: what the running one has set. */
const scope = globalThis as { timersOfPage?: Set<Timer> };
const timers = (scope.timersOfPage ??= watchTimers());

function watchTimers(): Set<Timer> {
  const timers = new Set<Timer>();
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const start = globalThis[name] as Start;
    const remember: Start = (...given) => {
      const timer = start(...given);
      timers.add(timer);
      return timer;
    };
    Object.assign(globalThis, { [name]: Object.assign(remember, start) });
  }
  return timers;
}

vi.resetModules();
// Said first, it is done last.
afterAll(() => {
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
});
