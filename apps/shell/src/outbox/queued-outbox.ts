import type { LocalStoreScope } from '@lectern/sdk/protocol';
import { BridgeFailure } from '../bridge/bridge-failure.ts';
import { log } from '../logging/log.ts';
import { acceptItems, acceptStatement } from './disk/accept.ts';
import { acceptChanges } from './disk/accept-changes.ts';
import { createBecame } from './model/stored-versions.ts';
import { deliverChanges } from './send/annotations-transport.ts';
import { readAnnotations } from './view/read-annotations.ts';
import { defaultPauses } from './send/backoff.ts';
import { askToPersist } from '../storage/persistence.ts';
import { createCabinet } from './disk/lanes.ts';
import type { Deadline } from './model/deadline.ts';
import { createCourier } from './send/items-transport.ts';
import type { Desk } from './disk/queue.ts';
import type { OutboxWork } from './direct-outbox.ts';
import { DatabaseUnavailable } from './disk/database.ts';
import type { EntryStore } from './disk/entry-store.ts';
import type { OutboxOptions } from './outbox-options.ts';
import { keyOf } from './model/entry.ts';
import { readItems } from './view/read.ts';
import { partsOf, type Sealing } from './disk/sealing.ts';
import { createSender } from './send/sender.ts';
import { createSendingLock } from './send/sending-lock.ts';
import { createSending } from './model/sending.ts';
import { createSetAside } from './view/set-aside.ts';
import { sendHead } from './send/deliver.ts';
import { createShown } from './model/shown.ts';
import type { Signs } from './view/status.ts';
import { StorageFull } from './disk/storage-full.ts';
import { joinTabs } from './view/tabs.ts';
import { createThrottle } from './send/throttle.ts';
import { createTurns } from './model/turns.ts';

/** How long another tab may take to send what it has accepted before this one tries. */
const takeOverAfterInMs = 5_000;

/** An outbox whose entries lie on this device's disk. */
export async function createQueuedOutbox(
  { api, user, pauses = defaultPauses }: Pick<OutboxOptions, 'api' | 'user' | 'pauses'>,
  store: EntryStore,
  sealing: Sealing,
  signs: Signs,
): Promise<OutboxWork> {
  let totals = await store.totals('readwrite');
  let isFailing = false;
  let takeOver: ReturnType<typeof setTimeout> | undefined;
  const closing = new AbortController();
  const { signal } = closing;
  const inTurn = createTurns();
  const tab = crypto.randomUUID();
  const sending = createSending();
  const became = createBecame();
  const shown = createShown(tab, sending);
  /** What is on its way to the disk. */
  const accepted = new Set<Promise<unknown>>();
  let hasAskedToPersist = false;
  function show(): void {
    const { undelivered, aside: refused } = totals;
    const isAway = isFailing || !navigator.onLine;
    signs.show({ undelivered, refused, isFailing: isAway });
    // Only where work depends on it: at other times nobody would know what a browser asks for.
    if (isAway && undelivered > 0) hasAskedToPersist ||= askToPersist();
  }

  /** Counts anew; once more where something has changed meanwhile. */
  let isOutdated = false;
  let refreshing: Promise<void> | undefined;
  function refresh(): Promise<void> {
    isOutdated = true;
    refreshing ??= (async () => {
      while (isOutdated) {
        isOutdated = false;
        totals = await store.totals().catch(() => totals);
        show();
      }
      refreshing = undefined;
    })();
    return refreshing;
  }

  const tabs = joinTabs(sealing.user, (message) => {
    if (message.type === 'outcome') {
      const { outcome } = message;
      if (outcome.kind === 'annotations delivered') became.note(outcome.changes);
      return signs.tell(outcome);
    }
    if (message.type === 'sent') return sending.noteLeaving(message.id);
    if (message.type === 'unsure') return shown.doubt(message.scope, message.keys);
    if (message.type === 'asks') return lock.isHeld && tabs.tell({ type: 'answers' });
    if (message.type === 'answers') return lock.noteAnswer();
    if (message.type === 'failing') ({ isFailing } = message);
    else {
      void refresh();
      takeOver ??= setTimeout(() => {
        takeOver = undefined;
        if (totals.undelivered > 0) sender.kick();
      }, takeOverAfterInMs);
    }
    show();
  });

  const desk: Desk = {
    store,
    sealing,
    cabinet: createCabinet(store, sealing),
    courier: createCourier(api, user.subject),
    deliverChanges: (scope, changes) => deliverChanges(api, user.subject, scope, changes),
    became,
    sending,
    tab,
    noteShown: shown.noteShown,
    knowledgeOf: shown.knowledgeOf,
    get isClosed() {
      return signal.aborted;
    },
    noteSentUnmarked(id) {
      sending.noteLeaving(id);
      tabs.tell({ type: 'sent', id });
    },
    noteUnsure(scope, items) {
      if (items.length === 0) return;
      const keys = items.map(keyOf);
      shown.doubt(scope, keys);
      tabs.tell({ type: 'unsure', scope, keys });
    },
    noteChange() {
      void refresh();
      tabs.tell({ type: 'changed' });
    },
    tell(outcome) {
      signs.tell(outcome);
      tabs.tell({ type: 'outcome', outcome });
    },
  };

  const lock = createSendingLock(sealing.user, (type) => tabs.tell({ type }));
  const sender = createSender({
    lock,
    store,
    sendHead: (lane) => sendHead(desk, lane),
    pauses,
    onTried(now) {
      if (now === isFailing) return;
      isFailing = now;
      show();
      tabs.tell({ type: 'failing', isFailing });
    },
    onIdle: () => void refresh(),
  });

  const throttle = createThrottle(sender.kick, pauses.gatheringInMs);

  /** @throws {BridgeFailure} whatever the disk says. */
  async function accepting<T>(
    turn: string,
    { signal: tooLate }: Deadline,
    work: () => Promise<T>,
  ): Promise<T> {
    const working = inTurn(turn, async () => {
      tooLate.throwIfAborted();
      return work();
    });
    accepted.add(working);
    try {
      const result = await working;
      throttle.ask();
      return result;
    } catch (error) {
      if (error instanceof BridgeFailure || error instanceof DatabaseUnavailable) throw error;
      if (error instanceof StorageFull)
        throw new BridgeFailure('STORAGE_FULL', 'This device has no room left.');
      log('error', 'Could not keep on this device what the content stores.', error);
      throw new BridgeFailure('UNAVAILABLE', 'This device could not keep it.');
    } finally {
      accepted.delete(working);
    }
  }

  /** What is being accepted is counted, too. */
  async function count(): Promise<number> {
    while (accepted.size > 0) await Promise.allSettled(accepted);
    await refresh();
    return totals.undelivered + accepted.size;
  }

  /** Resolves with the next sign, or when nobody waits for it any more. */
  function nextSign(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = signs.subscribe(resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
    return promise.finally(stop);
  }

  function follow(): void {
    addEventListener('online', sender.tryNow, { signal });
    addEventListener('online', show, { signal });
    addEventListener('offline', show, { signal });
    addEventListener('pageshow', sender.kick, { signal });
    document.addEventListener('visibilitychange', sender.kick, { signal });
  }

  const setAside = createSetAside(desk);
  follow();
  show();
  if (totals.undelivered > 0) sender.kick();

  /** The other tabs hear of what is under way. */
  async function end(): Promise<void> {
    await sender.close();
    tabs.close();
    store.close();
  }

  return {
    acceptItems: (scope, items, deadline) =>
      accepting(nameOf('items', scope), deadline, () => acceptItems(desk, scope, items, deadline)),
    acceptStatement: (about, statement, more, deadline) =>
      accepting(JSON.stringify(['statements', about]), deadline, () =>
        acceptStatement(desk, about, statement, more, deadline),
      ),
    acceptChanges: (scope, changes, deadline) =>
      accepting(nameOf('annotations', scope), deadline, () =>
        acceptChanges(desk, scope, changes, deadline),
      ),
    readItems: (scope, read) => readItems(desk, scope, read),
    readAnnotations: (scope, read) => readAnnotations(desk, scope, read),

    async drained(waiting) {
      if ((await count()) === 0) return true;
      if (!navigator.onLine || waiting.aborted) return false;
      sender.tryNow();
      for (;;) {
        if (totals.undelivered === 0 && (await count()) === 0) return true;
        if (!navigator.onLine || waiting.aborted) return false;
        await nextSign(waiting);
      }
    },

    async setAside() {
      const found = await setAside.list();
      await refresh();
      if (totals.undelivered > 0) sender.kick();
      return found;
    },
    async retryRefused() {
      await setAside.retry();
      sender.tryNow();
    },
    async discardSetAside(listed) {
      await setAside.discard(listed);
      // Whoever has decided sees at once that nothing is left.
      await refresh();
    },
    async forgetCourse(courseId) {
      const forgotten = await setAside.forgetCourse(courseId);
      await refresh();
      return forgotten;
    },

    async close() {
      closing.abort();
      clearTimeout(takeOver);
      throttle.stop();
      void end();
    },
  };
}

function nameOf(kind: 'annotations' | 'items', scope: LocalStoreScope): string {
  return JSON.stringify([kind, ...partsOf(scope)]);
}
