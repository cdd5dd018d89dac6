let passedInMs = 0;
let last = { monotonic: performance.now(), wall: Date.now() };

/**
 * Time that has passed since any moment, in milliseconds. `performance.now()` stands still on most systems while a
 * device sleeps (w3c/hr-time issue 115), and `Date.now()` goes back when a clock is put right: the greater step counts.
 */
export function passedTimeInMs(): number {
  const now = { monotonic: performance.now(), wall: Date.now() };
  passedInMs += Math.max(now.monotonic - last.monotonic, now.wall - last.wall, 0);
  last = now;
  return passedInMs;
}
