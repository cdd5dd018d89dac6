let passedInMs = 0;
let last = { monotonic: performance.now(), wall: Date.now() };

/**
 * Monotonic time in milliseconds since an arbitrary start, with the time that the device sleeps. Each call adds the
 * greater step of two clocks since the call before, because `performance.now()` stops on most systems during sleep
 * (w3c/hr-time issue 115), and `Date.now()` goes back when the user or the system corrects it.
 *
 * A clock that is put forward counts as sleep, so tokens count as older than they are. A sleep is not seen where the
 * clock is put back by as much before the next call; a service refuses the token then.
 */
export function passedTimeInMs(): number {
  const now = { monotonic: performance.now(), wall: Date.now() };
  passedInMs += Math.max(now.monotonic - last.monotonic, now.wall - last.wall, 0);
  last = now;
  return passedInMs;
}
