import { outboxMaximumInBytes } from '@lectern/sdk/protocol';
import { BridgeFailure } from '../bridge/bridge-failure.ts';
import { log } from '../logging/log.ts';
import { defaultPauses } from './send/backoff.ts';
import { acceptInTime, acceptLimitInMs } from './model/deadline.ts';
import { createDirectOutbox, type OutboxWork } from './direct-outbox.ts';
import { DatabaseUnavailable } from './disk/database.ts';
import { createEntryStore, type EntryStore } from './disk/entry-store.ts';
import { loadOutboxKey } from './send/outbox-key.ts';
import type { OutboxOptions } from './outbox-options.ts';
import type { Outbox } from './outbox.ts';
import { createQueuedOutbox } from './queued-outbox.ts';
import { createSealing, isKey, nameOfUser } from './disk/sealing.ts';
import { createSigns, type Signs } from './view/status.ts';

/**
 * Opens the outbox of a user. What it does waits until the key is there and the disk has answered:
 * beside entries that wait there nothing may go to the services another way. Where there is no disk,
 * or no key and nothing that waits for it, everything goes there at once.
 */
export function openOutbox(options: OutboxOptions): Outbox {
  const signs = createSigns();
  const closing = new AbortController();
  const asked = new EventTarget();
  let opening = open();

  function open(before?: Promise<OutboxWork>): Promise<OutboxWork> {
    const work = (async () => {
      await (await before)?.close();
      return openWork(options, signs, asked, closing.signal, reopen);
    })();
    // Where it was closed before, whoever asks it for something hears of that.
    work.catch(() => {});
    return work;
  }

  /** Opens the outbox anew: the disk can be reached again, or not any more. */
  function reopen(): void {
    if (!closing.signal.aborted) opening = open(opening);
  }

  /** @throws {BridgeFailure} `UNAVAILABLE` where the disk cannot be opened, and what the work throws. */
  async function use<T>(ask: (work: OutboxWork) => Promise<T>): Promise<T> {
    asked.dispatchEvent(new Event('asked'));
    for (;;) {
      const used = opening;
      try {
        return await ask(await inTime(used));
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error;
        if (used === opening)
          throw new BridgeFailure('UNAVAILABLE', 'This device could not keep it.');
      }
    }
  }

  return {
    get saveState() {
      return signs.saveState;
    },
    get isOutdated() {
      return signs.isOutdated;
    },
    subscribe: signs.subscribe,
    onOutcome: signs.onOutcome,
    acceptItems: (scope, items) =>
      acceptInTime((deadline) => use((work) => work.acceptItems(scope, items, deadline))),
    acceptStatement: (about, statement, more = {}) =>
      acceptInTime((deadline) =>
        use((work) => work.acceptStatement(about, statement, more, deadline)),
      ),
    acceptChanges: (scope, changes) =>
      acceptInTime((deadline) => use((work) => work.acceptChanges(scope, changes, deadline))),
    readAnnotations: (scope, read) => use((work) => work.readAnnotations(scope, read)),
    readItems: (scope, read) => use((work) => work.readItems(scope, read)),
    drained: (limitInMs) => falseAfter(limitInMs, (signal) => use((work) => work.drained(signal))),
    setAside: () => use((work) => work.setAside()),
    retryRefused: () => use((work) => work.retryRefused()),
    discardSetAside: (listed) => use((work) => work.discardSetAside(listed)),
    forgetCourse: (courseId) => use((work) => work.forgetCourse(courseId)),
    close() {
      signs.clear();
      closing.abort(new BridgeFailure('UNAVAILABLE', 'Nothing is kept here any more.'));
      opening.then(
        (work) => work.close(),
        () => {},
      );
    },
  };
}

/**
 * Whoever has waited for longer starts nothing any more: what nobody waits for would pile up.
 *
 * @throws {BridgeFailure} `UNAVAILABLE` where it takes longer than accepting may.
 */
function inTime(opening: Promise<OutboxWork>): Promise<OutboxWork> {
  const { promise: limit, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new BridgeFailure('UNAVAILABLE', 'The outbox is not open yet.')),
    acceptLimitInMs,
  );
  return Promise.race([opening, limit]).finally(() => clearTimeout(timer));
}

/** The work may go on after the limit, as a disk that hangs does: nobody waits for it any more. */
function falseAfter(
  limitInMs: number,
  work: (signal: AbortSignal) => Promise<boolean>,
): Promise<boolean> {
  const { promise: limit, resolve } = Promise.withResolvers<boolean>();
  const limiting = new AbortController();
  const timer = setTimeout(() => resolve(false), limitInMs);
  return Promise.race([work(limiting.signal), limit]).finally(() => {
    clearTimeout(timer);
    limiting.abort();
  });
}

/**
 * @param onOther What was opened is not the right one any more.
 * @throws the signal's reason, once that is aborted; nothing else.
 */
async function openWork(
  options: OutboxOptions,
  signs: Signs,
  asked: EventTarget,
  signal: AbortSignal,
  onOther: () => void,
): Promise<OutboxWork> {
  const { user, limitInBytes = outboxMaximumInBytes } = options;
  let work: OutboxWork | undefined;
  let store: EntryStore | undefined;
  try {
    const name = await nameOfUser(user);
    store = createEntryStore(name, limitInBytes, ({ isNewer }) => {
      if (!work) return;
      // The tab with the newer version sends the entries that wait. Otherwise nothing may go beside them.
      if (!isNewer && signs.saveState.undelivered > 0) return;
      work = undefined;
      onOther();
    });
    const key = await findKey(options, store, signs, asked, signal);
    if (key === undefined) throw new Error('The services give no key for the outbox.');
    const sealing = await createSealing(name, key);
    work = await createQueuedOutbox(options, store, sealing, signs);
    return work;
  } catch (error) {
    store?.close();
    signal.throwIfAborted();
    log('warning', 'This device keeps nothing that is not delivered yet.', error);
    if (error instanceof DatabaseUnavailable) {
      if (error.isNewer) signs.noteOutdated();
      void error.answered?.then(onOther);
    }
    return createDirectOutbox(options, signs);
  }
}

/**
 * The key that was given, or the one that the services give. What waits for it is shown as such.
 *
 * @returns undefined where there is none, and nothing that waits for it.
 */
async function findKey(
  { api, store: session, user: { subject }, key, pauses = defaultPauses }: OutboxOptions,
  store: EntryStore,
  signs: Signs,
  asked: EventTarget,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (key !== undefined && isKey(key)) return key;
  let totals = await store.totals();
  async function isAnythingKept(): Promise<boolean> {
    totals = await store.totals().catch(() => totals);
    const { undelivered, aside: refused } = totals;
    signs.show({ undelivered, refused, isFailing: true });
    return undelivered > 0;
  }
  if (!(await isAnythingKept()) && key !== undefined) return undefined;
  return loadOutboxKey({ api, store: session, subject, pauses, isAnythingKept, asked, signal });
}
