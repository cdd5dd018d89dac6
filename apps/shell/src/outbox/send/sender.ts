import { log } from '../../logging/log.ts';
import { Backoff, type Pauses } from './backoff.ts';
import type { EntryStore, NextLane } from '../disk/entry-store.ts';
import { kindNames, storingFaults, type KindName } from '../model/entry.ts';
import type { SendingLock } from './sending-lock.ts';

/** Sends what waits, lane by lane. */
export interface Sender {
  /** There may be something to send. */
  kick(): void;
  /** Kicks, and forgets the pauses after failures: something has changed that may help. */
  tryNow(): void;
  /** Resolves once nothing is under way any more. */
  close(): Promise<void>;
}

/** The result of sending the head of a lane. */
export interface Attempt {
  readonly kind: 'done' | 'later';
  /** How long the service wants to be left alone, in milliseconds. */
  readonly retryAfterInMs?: number | undefined;
  /** Why it was not done. */
  readonly error?: unknown;
}

interface SenderOptions {
  readonly lock: Pick<SendingLock, 'run'>;
  readonly store: Pick<EntryStore, 'nextLane'>;
  /** Sends the head of a lane, and decides about it. */
  readonly sendHead: (lane: string) => Promise<Attempt>;
  readonly pauses: Pauses;
  /** Something was tried. */
  readonly onTried: (isFailing: boolean) => void;
  /** There is nothing to send now: here, or any more since another tab has sent it. */
  readonly onIdle: () => void;
}

/** Lanes that are worked on at the same time. */
const lanesAtOnce = 4;
/** Timers of a page that is not seen are late; a longer pause is looked at again after this time. */
const longestTimerInMs = 60_000;

/**
 * One tab sends for all tabs of a user: the one that holds the lock ({@link SendingLock}), as long as there is
 * something to send now. After a failure it lets go, and another one may try.
 *
 *   kick ─▶ lock ─▶ lanes, at most four at once ─▶ nothing to send now: lock free
 *     ▲                                                │
 *     └──────── pause is over ◀────────────────────────┘ something waits
 */
export function createSender({
  lock,
  store,
  sendHead,
  pauses,
  onTried,
  onIdle,
}: SenderOptions): Sender {
  const services: Readonly<Record<KindName, Backoff>> = {
    items: new Backoff(pauses),
    annotations: new Backoff(pauses),
    answers: new Backoff(pauses),
    feedback: new Backoff(pauses),
    assignments: new Backoff(pauses),
    statements: new Backoff(pauses),
  };
  /** Lanes whose head has failed: others of the same service are tried first. */
  const failing = new Map<string, Backoff>();
  const after: Record<KindName, string> = {
    items: '',
    annotations: '',
    answers: '',
    feedback: '',
    assignments: '',
    statements: '',
  };
  const busy = new Map<string, Promise<void>>();
  const closing = new AbortController();
  let running: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Something may have changed since it was looked for what to send. */
  let isOutdated = false;
  let changed = Promise.withResolvers<void>();
  /** When the first of what was left alone may be tried. */
  let nextTryInMs = Infinity;

  const isFailing = () => kindNames.some((kind) => services[kind].isFailing);

  function lookAgain(): void {
    isOutdated = true;
    changed.resolve();
  }

  function isResting(backoff: Backoff | undefined): boolean {
    const rest = backoff?.restInMs ?? 0;
    if (rest > 0) nextTryInMs = Math.min(rest, nextTryInMs);
    return rest > 0;
  }

  async function nextLane(): Promise<NextLane | undefined> {
    const kinds = kindNames.filter((kind) => {
      const service = services[kind];
      const isAnyBusy = [...busy.keys()].some((lane) => lane.startsWith(`${kind}.`));
      // Where a service failed one entry finds out whether it is back.
      return !isResting(service) && !(service.isFailing && isAnyBusy);
    });
    const isSkipped = (lane: string) => busy.has(lane) || isResting(failing.get(lane));
    return store.nextLane(kinds, after, isSkipped);
  }

  async function work(kind: KindName, lane: string): Promise<void> {
    const attempt = await sendHead(lane).catch((error: unknown): Attempt => ({
      kind: 'later',
      error,
    }));
    if (attempt.kind === 'done') {
      services[kind].succeed();
      failing.delete(lane);
    } else {
      // The first of the service's row: days without a network would fill the log.
      if (!services[kind].isFailing && !closing.signal.aborted)
        log('error', storingFaults[kind], attempt.error);
      const ofLane = failing.get(lane) ?? new Backoff(pauses);
      failing.set(lane, ofLane);
      ofLane.fail(attempt.retryAfterInMs);
      services[kind].fail(attempt.retryAfterInMs);
    }
    busy.delete(lane);
    onTried(isFailing());
    lookAgain();
  }

  async function run(ended: AbortSignal): Promise<void> {
    // Once the lock is free again, here or in another tab, it is looked again what is to be sent.
    ended.addEventListener('abort', lookAgain);
    try {
      while (!ended.aborted) {
        isOutdated = false;
        nextTryInMs = Infinity;
        changed = Promise.withResolvers();
        while (busy.size < lanesAtOnce && !ended.aborted) {
          const next = await nextLane();
          if (!next) break;
          after[next.kind] = next.lane;
          busy.set(next.lane, work(next.kind, next.lane));
        }
        if (busy.size === 0 && !isOutdated) break;
        schedule();
        await changed.promise;
      }
    } finally {
      // The lock is kept as long as something is on its way, also where the disk fails.
      await Promise.all(busy.values());
    }
    if (isFailing()) return;
    // Lanes that may be tried again have gone another way.
    for (const [lane, { restInMs }] of failing) if (restInMs === 0) failing.delete(lane);
  }

  function schedule(): void {
    clearTimeout(timer);
    if (closing.signal.aborted || nextTryInMs === Infinity) return;
    timer = setTimeout(kick, Math.min(nextTryInMs, longestTimerInMs));
  }

  function kick(): void {
    lookAgain();
    if (running || closing.signal.aborted) return;
    running = lock
      .run(run, closing.signal)
      .catch((error: unknown) => {
        isOutdated = false;
        nextTryInMs = pauses.longestInMs;
        if (!closing.signal.aborted) log('error', 'Could not work on the outbox.', error);
      })
      .finally(() => {
        running = undefined;
        onIdle();
        if (isOutdated) kick();
        else schedule();
      });
  }

  return {
    kick,
    tryNow() {
      for (const service of Object.values(services)) service.succeed();
      failing.clear();
      kick();
    },
    async close() {
      closing.abort();
      clearTimeout(timer);
      changed.resolve();
      await running;
    },
  };
}
