import { outboxMaximumInBytes } from '@lectern/sdk/protocol';
import { BridgeFailure } from '../bridge/bridge-failure.ts';
import { TimedOut } from '../in-time.ts';
import { log } from '../logging/log.ts';
import { createDirectOutbox } from './direct-outbox.ts';
import { DatabaseUnavailable } from './disk/database.ts';
import { createEntryStore, type EntryStore } from './disk/entry-store.ts';
import { createSealing, isKey, nameOfUser } from './disk/sealing.ts';
import { withDeadline, type Deadline } from '../deadline.ts';
import { acceptLimitInMs } from './model/limits.ts';
import type { OutboxOptions } from './outbox-options.ts';
import type { Outbox, OutboxWork } from './outbox.ts';
import { createQueuedOutbox } from './queued-outbox.ts';
import { defaultPauses } from './send/backoff.ts';
import { loadOutboxKey } from './send/outbox-key.ts';
import { createStatus, type Status } from './view/status.ts';

/**
 * Opens the outbox of a user. What it does waits until the key is there and the disk has answered:
 * beside entries that wait there nothing may go to the services another way. Where there is no disk,
 * or no key and nothing that waits for it, everything goes there at once.
 */
export function openOutbox(options: OutboxOptions): Outbox {
  const status = createStatus();
  const closing = new AbortController();
  const asked = new EventTarget();
  let opening = open();

  function open(before?: Promise<OutboxWork>): Promise<OutboxWork> {
    const work = (async () => {
      await (await before)?.close();
      return openWork(options, status, asked, closing.signal, reopen);
    })();
    // A failure, such as that of a closed outbox, is thrown by the next call that uses it.
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
        return await ask(await opened(used));
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error;
        if (used === opening)
          throw new BridgeFailure('UNAVAILABLE', 'This device could not keep it.');
      }
    }
  }

  /**
   * Accepts something in time: what is not durable by then is not accepted.
   *
   * @throws {BridgeFailure} `UNAVAILABLE` where the time is over, and what the work throws.
   */
  function accept<T>(ask: (work: OutboxWork, deadline: Deadline) => Promise<T>): Promise<T> {
    const tooLate = new BridgeFailure('UNAVAILABLE', 'It was not kept in time, and is not kept.');
    return withDeadline(acceptLimitInMs, tooLate, (deadline) =>
      use((work) => ask(work, deadline)),
    ).catch((error: unknown) => {
      if (error === tooLate)
        log('error', 'This device did not keep in time what the content stores.');
      throw error;
    });
  }

  return {
    get saveState() {
      return status.saveState;
    },
    get isOutdated() {
      return status.isOutdated;
    },
    subscribe: status.subscribe,
    onOutcome: status.onOutcome,
    acceptItems: (scope, items) =>
      accept((work, deadline) => work.acceptItems(scope, items, deadline)),
    acceptStatement: (about, statement, { isTimeMade = false } = {}) => {
      const write = { statement, ...(isTimeMade ? { isTimeMade } : {}) };
      return accept((work, deadline) => work.acceptStatement(about, write, deadline));
    },
    acceptChanges: (scope, changes) =>
      accept((work, deadline) => work.acceptChanges(scope, changes, deadline)),
    acceptAnswers: (scope, answers) =>
      accept((work, deadline) => work.acceptAnswers(scope, answers, deadline)),
    acceptFeedback: (scope, feedback) =>
      accept((work, deadline) => work.acceptFeedback(scope, feedback, deadline)),
    acceptAssignment: (scope, assignment) =>
      accept((work, deadline) => work.acceptAssignment(scope, assignment, deadline)),
    readAssignments: (scope, read) => use((work) => work.readAssignments(scope, read)),
    readFeedback: (scope, read) => use((work) => work.readFeedback(scope, read)),
    readAnswers: (scope, read) => use((work) => work.readAnswers(scope, read)),
    readAnnotations: (scope, read) => use((work) => work.readAnnotations(scope, read)),
    readItems: (scope, read) => use((work) => work.readItems(scope, read)),
    drained(limitInMs) {
      const tooLate = new TimedOut('Delivery timed out');
      // The work may go on after the limit, as a disk that hangs does.
      return withDeadline(limitInMs, tooLate, ({ signal }) =>
        use((work) => work.drained(signal)),
      ).catch((error: unknown) => {
        if (error === tooLate) return false;
        throw error;
      });
    },
    setAside: () => use((work) => work.setAside()),
    retryRefused: () => use((work) => work.retryRefused()),
    discardSetAside: (listed) => use((work) => work.discardSetAside(listed)),
    forgetCourse: (courseId) => use((work) => work.forgetCourse(courseId)),
    close() {
      status.clear();
      closing.abort(new BridgeFailure('UNAVAILABLE', 'Nothing is kept here any more.'));
      opening.then(
        (work) => work.close(),
        () => {},
      );
    },
  };
}

/**
 * Fails pending callers after the accept limit: otherwise calls pile up while the key is missing.
 *
 * @throws {BridgeFailure} `UNAVAILABLE` where it takes longer.
 */
function opened(opening: Promise<OutboxWork>): Promise<OutboxWork> {
  const tooLate = new BridgeFailure('UNAVAILABLE', 'The outbox is not open yet.');
  return withDeadline(acceptLimitInMs, tooLate, () => opening);
}

/**
 * @param onOther What was opened is not the right one any more.
 * @throws the signal's reason, once that is aborted; nothing else.
 */
async function openWork(
  options: OutboxOptions,
  status: Status,
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
      if (!isNewer && status.saveState.undelivered > 0) return;
      work = undefined;
      onOther();
    });
    const key = await findKey(options, store, status, asked, signal);
    if (key === undefined) throw new Error('The services give no key for the outbox.');
    const sealing = await createSealing(name, key);
    work = await createQueuedOutbox(options, store, sealing, status);
    return work;
  } catch (error) {
    store?.close();
    signal.throwIfAborted();
    log('warning', 'This device keeps nothing that is not delivered yet.', error);
    if (error instanceof DatabaseUnavailable) {
      if (error.isNewer) status.noteOutdated();
      void error.answered?.then(onOther);
    }
    return createDirectOutbox(options, status);
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
  status: Status,
  asked: EventTarget,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (key !== undefined && isKey(key)) return key;
  let totals = await store.totals();
  async function isAnythingKept(): Promise<boolean> {
    totals = await store.totals().catch(() => totals);
    const { undelivered, aside: refused } = totals;
    status.show({ undelivered, refused, isFailing: true });
    return undelivered > 0;
  }
  if (!(await isAnythingKept()) && key !== undefined) return undefined;
  return loadOutboxKey({ api, store: session, subject, pauses, isAnythingKept, asked, signal });
}
