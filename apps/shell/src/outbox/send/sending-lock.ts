import { log } from '../../logging/log.ts';
import { askIntervalInMs, unansweredMaximum } from '../model/limits.ts';
import { holdWhileShown } from '../../shown-lock.ts';

/** One tab sends for all tabs of a user. */
export interface SendingLock {
  /**
   * Does the work once no other tab sends.
   *
   * @param work `ended`: nothing more is begun, as another tab may send from now on.
   * @param signal Ends the waiting, and the work.
   */
  run(work: (ended: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void>;
  /** This tab is the one that sends. */
  readonly isHeld: boolean;
  /** The tab that sends has answered. */
  noteAnswer(): void;
}

/**
 *   tab that waits                         tab that sends
 *     │ ── asks, every 9 s ─────────────────▶ │ answers at once, however slow its timers are
 *     │ ── the fourth question unanswered ─ ─ ┤ stands still
 *     │ ── steals the lock ─────────────────▶ │ begins nothing more once it goes on
 *     │ ── answers those that wait, too
 *
 * The services store each entry once, although two tabs may send it: items by version, statements by id,
 * annotations by both.
 *
 * @param tell Tells the other tabs: `asks` whether the one that sends is there, and `answers` that this one does.
 */
export function createSendingLock(
  user: string,
  tell: (message: 'asks' | 'answers') => void,
): SendingLock {
  const name = `lectern.outbox.${user}`;
  let unanswered = 0;
  let isHeld = false;

  async function hold(
    work: (ended: AbortSignal) => Promise<void>,
    closing: AbortSignal,
  ): Promise<void> {
    let working: Promise<void> | undefined;
    const silent = new AbortController();
    unanswered = 0;
    const timer = setInterval(() => {
      if (unanswered >= unansweredMaximum) return silent.abort();
      unanswered += 1;
      tell('asks');
    }, askIntervalInMs);
    const start = (ended: AbortSignal) => {
      clearInterval(timer);
      isHeld = true;
      // Several may have waited for one that stood still: the others are not to take the lock from this one.
      tell('answers');
      const letGo = () => void (isHeld = false);
      ended.addEventListener('abort', letGo);
      working = work(AbortSignal.any([ended, closing])).finally(letGo);
      return working;
    };
    try {
      const signal = AbortSignal.any([closing, silent.signal]);
      await holdWhileShown(name, { signal }, start).catch((error: unknown) => {
        if (working || closing.aborted || !silent.signal.aborted) throw error;
        log('warning', 'The tab that sends for all stands still.');
        return holdWhileShown(name, { steal: true }, start);
      });
    } catch (error) {
      if (closing.aborted) return;
      // Where locks are denied, two tabs may send the same.
      if (!working) working = work(closing);
      else if (!isStolen(error)) throw error;
    } finally {
      clearInterval(timer);
      await working;
    }
  }

  return {
    run: (work, signal) => (navigator.locks ? hold(work, signal) : work(signal)),
    get isHeld() {
      return isHeld;
    },
    noteAnswer: () => void (unanswered = 0),
  };
}

function isStolen(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
