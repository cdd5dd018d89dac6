import { backOffInMs } from '@lectern/contracts/calls/back-off';
import { csrfToken } from '@lectern/contracts/calls/csrf-token';
import { csrf } from '@lectern/contracts/calls/headers';
import type { LogEntry } from './log.ts';

/** How long entries are gathered before they are posted, in milliseconds. */
export const gatheringTimeInMs = 5_000;
/** So many entries are posted without waiting for more. */
export const batchMaximum = 20;
/**
 * Largest post, in bytes. Browsers fail requests that outlive their page beyond 64 KiB in sum; those of
 * the services take up to 48 KiB, and two posts may be under way.
 */
export const batchMaximumInBytes = 8 * 1024;
/** Entries that wait at most; of more, the oldest are given up. */
export const queueMaximum = 200;
/** Time limit of one post, in milliseconds. */
const postTimeoutInMs = 10_000;
/** Pauses after failed posts. */
export const failurePauses = { firstInMs: 10_000, longestInMs: 300_000 };

/** Result of a post: taken, not taken now, or never to be taken. */
type PostOutcome = 'taken' | 'later' | 'refused';

/** Body of a post to the logging address, as JSON. */
export interface LogPost {
  /** Tells the posts of one page from others'. Made anew for each page, and stored nowhere. */
  readonly page: string;
  /** Entries that were given up since the last post that was taken. */
  readonly dropped: number;
  /** The oldest first. */
  readonly entries: readonly LogEntry[];
}

/**
 * Posts entries to the logging address (specification, section 7), in batches, for the life of the page.
 * Never logs: what it has to say about itself would have to be posted, too.
 *
 * @returns takes an entry. Never throws.
 */
export function createLogPost(address: string): (entry: LogEntry) => void {
  const page = crypto.randomUUID();
  let queue: LogEntry[] = [];
  let dropped = 0;
  let failures = 0;
  let underWay = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function bound(): void {
    const excess = Math.max(queue.length - queueMaximum, 0);
    queue = queue.slice(excess);
    dropped += excess;
  }

  /** Takes as many entries out of the queue as one post carries. */
  function takeBatch(): LogPost | undefined {
    for (let count = Math.min(queue.length, batchMaximum); count > 0; count--) {
      const batch = { page, dropped, entries: queue.slice(0, count) };
      if (sizeInBytes(batch) > batchMaximumInBytes) continue;
      queue = queue.slice(count);
      dropped = 0;
      return batch;
    }
    // Nothing waits, or one entry alone is too large, as none of the shell's own is.
    dropped += queue.splice(0, 1).length;
    return undefined;
  }

  async function post(): Promise<void> {
    const batch = takeBatch();
    if (batch) {
      underWay++;
      const outcome = await send(address, batch);
      underWay--;
      failures = outcome === 'taken' ? 0 : failures + 1;
      if (outcome !== 'taken') dropped += batch.dropped;
      if (outcome === 'refused') dropped += batch.entries.length;
      if (outcome === 'later') queue = [...batch.entries, ...queue];
      bound();
    }
    schedule();
  }

  function schedule(): void {
    if (underWay > 0 || queue.length === 0) return;
    const isUrgent = failures === 0 && queue.length >= batchMaximum;
    if (timer !== undefined && !isUrgent) return;
    clearTimeout(timer);
    const afterFailure = failures > 0 && backOffInMs(failurePauses, failures);
    const pause = isUrgent ? 0 : afterFailure || gatheringTimeInMs;
    timer = setTimeout(() => {
      timer = undefined;
      void post();
    }, pause);
  }

  // The page may never come back. What is being posted outlives it.
  addEventListener('pagehide', () => void post());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && failures === 0 && underWay === 0) void post();
  });

  return (entry) => {
    queue.push(entry);
    bound();
    schedule();
  };
}

function sizeInBytes(batch: LogPost): number {
  return new TextEncoder().encode(JSON.stringify(batch)).length;
}

/** The request names nobody: no cookies, no token, no referrer. */
async function send(address: string, batch: LogPost): Promise<PostOutcome> {
  const forgery = csrfToken('POST', address);
  try {
    const { ok, status } = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(forgery && { [csrf.header]: forgery }) },
      body: JSON.stringify(batch),
      keepalive: true,
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(postTimeoutInMs),
    });
    if (ok) return 'taken';
    return status >= 500 || status === 429 || status === 408 ? 'later' : 'refused';
  } catch {
    return 'later';
  }
}
