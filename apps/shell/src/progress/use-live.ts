import { versionWindowInMinutes } from '@lectern/contracts/calls/learning-records/progress';
import { CallFailed } from '@lectern/contracts/client';
import { useEffect, useState } from 'react';
import { log } from '../logging/log.ts';

/**
 * From the start of one look to that of the next, in milliseconds: the whole budget of about one request in three
 * seconds. Answers to a look and a question within 200 ms show what has arrived within three seconds; slower ones later.
 */
export const lookIntervalInMs = 2_800;
/** The longest one, after looks that have failed. */
const longestIntervalInMs = 32_000;
/** So much later a version tells nothing of what has been. */
const versionWindowInMs = versionWindowInMinutes * 60_000;
/** The user may not look, or there is no such class: other looks will not succeed. */
const refusals: ReadonlySet<number | undefined> = new Set([401, 403, 404]);

export interface Live {
  /** Of what is shown at first. */
  readonly version: string;
  readonly look: (signal: AbortSignal) => Promise<string>;
  /** True where there is something to refresh, whatever the version. */
  readonly isDue: () => boolean;
  /** Shows what is new. @returns its version */
  readonly refresh: (signal: AbortSignal) => Promise<string>;
  /** There are no further looks. */
  readonly onRefused: () => void;
}

/**
 * Keeps what is shown as new as it is, as long as the page is seen: one look after the other, and what is shown is asked
 * for anew only where a look says that there is something new. Where one fails, what is shown stays, and the next may
 * succeed.
 *
 * @param live The same object as long as the same is shown; absent: nothing is looked for.
 * @returns up to when what is shown is new; absent: it is so now
 */
export function useLive(live: Live | undefined): Date | undefined {
  const [last, setLast] = useState<{ readonly of: Live; readonly at: Date | undefined }>();
  useEffect(() => {
    if (!live) return;
    const ending = new AbortController();
    void keepNew(live, ending.signal, (at) => setLast({ of: live, at }));
    return () => ending.abort();
  }, [live]);
  return last?.of === live ? last?.at : undefined;
}

/**
 * Ends with the signal, or where a look is refused.
 *
 * @param onFailing is told when the last look that succeeded began, once one has failed; then, of the next success, nothing
 */
export async function keepNew(
  { version, look, isDue, refresh, onRefused }: Live,
  signal: AbortSignal,
  onFailing: (since: Date | undefined) => void,
): Promise<void> {
  let shown = version;
  let succeededAt = Date.now();
  let begunAt = succeededAt;
  let intervalInMs = lookIntervalInMs;
  for (;;) {
    await elapsed(begunAt + intervalInMs - Date.now(), signal);
    await seen(signal);
    if (signal.aborted) return;
    begunAt = Date.now();
    try {
      const isTooLate = begunAt - succeededAt > versionWindowInMs;
      if (isTooLate || isDue() || (await look(signal)) !== shown) shown = await refresh(signal);
      if (signal.aborted) return;
      if (intervalInMs !== lookIntervalInMs) onFailing(undefined);
      succeededAt = begunAt;
      intervalInMs = lookIntervalInMs;
    } catch (error) {
      if (signal.aborted) return;
      log('warning', 'Could not look for what is new.', error);
      if (error instanceof CallFailed && refusals.has(error.status)) return onRefused();
      onFailing(new Date(succeededAt));
      intervalInMs = Math.min(intervalInMs * 2, longestIntervalInMs);
    }
  }
}

/** Some time; the network's return or the signal ends it early. */
function elapsed(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = new AbortController();
    const end = () => {
      clearTimeout(timer);
      done.abort();
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener('online', end, { signal: done.signal });
    signal.addEventListener('abort', end, { signal: done.signal });
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
