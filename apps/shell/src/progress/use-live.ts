import { useEffect } from 'react';
import { log } from '../logging/log.ts';

/** Time between two looks, in milliseconds: what a pupil has done is seen within three seconds. */
export const lookIntervalInMs = 2_800;
/** The longest one, after looks that have failed. */
const longestIntervalInMs = 32_000;

/** What is shown is as new as this version; another one is asked for. */
export interface Live {
  readonly version: string;
  readonly look: (signal: AbortSignal) => Promise<string>;
  /** Shows what is new. */
  readonly refresh: (signal: AbortSignal) => Promise<void>;
}

/**
 * Keeps what is shown as new as it is, as long as the page is seen: one look after the other, and what is shown is asked
 * for anew only where a look says that there is something new. Where one fails, what is shown stays, and the next may
 * succeed.
 *
 * @param live The same object as long as the same is shown; absent: nothing is looked for.
 */
export function useLive(live: Live | undefined): void {
  useEffect(() => {
    if (!live) return;
    const ending = new AbortController();
    void keepNew(live, ending.signal);
    return () => ending.abort();
  }, [live]);
}

/** Ends with the signal, or once it has refreshed. */
export async function keepNew(
  { version, look, refresh }: Live,
  signal: AbortSignal,
): Promise<void> {
  let intervalInMs = lookIntervalInMs;
  for (;;) {
    await elapsed(intervalInMs, signal);
    await seen(signal);
    if (signal.aborted) return;
    try {
      if ((await look(signal)) !== version) {
        await refresh(signal);
        return;
      }
      intervalInMs = lookIntervalInMs;
    } catch (error) {
      if (signal.aborted) return;
      log('warning', 'Could not look for what is new.', error);
      intervalInMs = Math.min(intervalInMs * 2, longestIntervalInMs);
    }
  }
}

function elapsed(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}

/** Once the page is seen, or the signal ends it. */
function seen(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (!document.hidden || signal.aborted) return resolve();
    const done = new AbortController();
    const end = () => {
      if (document.hidden && !signal.aborted) return;
      done.abort();
      resolve();
    };
    document.addEventListener('visibilitychange', end, { signal: done.signal });
    signal.addEventListener('abort', end, { signal: done.signal });
  });
}
