import type { LocalStoreItem as StoredItem } from '@lectern/contracts';
import type { Annotations, LocalStoreItem } from '@lectern/sdk/protocol';
import { acceptByKind } from './accept-by-kind.ts';
import { acceptStatement, acceptWrites } from './disk/accept.ts';
import { createAccepting } from './disk/accepting.ts';
import type { EntryStore } from './disk/entry-store.ts';
import { createLanes } from './disk/lanes.ts';
import type { OutboxState } from './disk/outbox-state.ts';
import type { Sealing } from './disk/sealing.ts';
import { acceptedAnswer, readChanges, type ChangeKind, type ChangeLists } from './model/change.ts';
import { changePolicies } from './model/change-policy.ts';
import type { Deadline } from '../deadline.ts';
import { partsOf, type AnyContent, type ChangeScope } from './model/entry.ts';
import { transition } from './model/entry-machine.ts';
import { itemPolicy } from './model/item-policy.ts';
import { takeOverAfterInMs } from './model/limits.ts';
import { createSending } from './model/sending.ts';
import { createShown } from './model/shown.ts';
import { createStoredVersions } from './model/stored-versions.ts';
import type { OutboxOptions } from './outbox-options.ts';
import type { OutboxWork } from './outbox.ts';
import { defaultPauses } from './send/backoff.ts';
import { createChangesTransport } from './send/changes-transport.ts';
import { sendHead } from './send/deliver.ts';
import { createItemsTransport } from './send/items-transport.ts';
import { createSender } from './send/sender.ts';
import { createSendingLock } from './send/sending-lock.ts';
import { createStatementsTransport } from './send/statements-transport.ts';
import { createThrottle } from './send/throttle.ts';
import { layChangesOver, type ShownChanges, type StoredChanges } from './view/changes-view.ts';
import { layItemsOver, waitingItem } from './view/items-view.ts';
import { createCounter } from './view/counter.ts';
import { readLane, type LaneView } from './view/read.ts';
import { createSetAside } from './view/set-aside.ts';
import type { Status } from './view/status.ts';
import { joinTabs, type TabMessage } from './view/tabs.ts';

/** An outbox whose entries lie on this device's disk. */
export async function createQueuedOutbox(
  { api, user, pauses = defaultPauses }: Pick<OutboxOptions, 'api' | 'user' | 'pauses'>,
  store: EntryStore,
  sealing: Sealing,
  status: Status,
): Promise<OutboxWork> {
  const counter = await createCounter(store, status);
  let takeOver: ReturnType<typeof setTimeout> | undefined;
  const closing = new AbortController();
  const { signal } = closing;
  const accepting = createAccepting();
  const tab = crypto.randomUUID();
  const sending = createSending();
  const storedVersions = createStoredVersions();
  const shown = createShown();
  const transports = {
    items: createItemsTransport(api, user.subject),
    annotations: createChangesTransport('annotations', api, user.subject, storedVersions),
    answers: createChangesTransport('answers', api, user.subject, storedVersions),
    feedback: createChangesTransport('feedback', api, user.subject, storedVersions),
    assignments: createChangesTransport('assignments', api, user.subject, storedVersions),
    statements: createStatementsTransport(api, user.subject),
  };

  function hear(message: TabMessage): void {
    switch (message.type) {
      case 'outcome': {
        const { outcome } = message;
        if ('changes' in outcome && !('reason' in outcome)) storedVersions.note(outcome.changes);
        return status.tell(outcome);
      }
      case 'sent':
        return sending.noteLeaving(message.id);
      case 'unsure':
        return shown.doubt(message.scope, message.keys);
      case 'asks':
        if (lock.isHeld) tabs.tell({ type: 'answers' });
        return;
      case 'answers':
        return lock.noteAnswer();
      case 'failing':
        return void counter.noteFailing(message.isFailing);
      case 'changed':
        void counter.refresh();
        takeOver ??= setTimeout(() => {
          takeOver = undefined;
          if (counter.undelivered > 0) sender.kick();
        }, takeOverAfterInMs);
    }
  }

  const tabs = joinTabs(sealing.user, hear);
  const state: OutboxState = {
    store,
    sealing,
    lanes: createLanes(store, sealing),
    sending,
    tab,
    get isClosed() {
      return signal.aborted;
    },
    knowledgeOf: (scope) => ({
      isOwn: ({ row }) => row.writer === tab,
      mayChange: ({ row }) =>
        row.writer === tab &&
        transition(row, 'joined') !== undefined &&
        !sending.mayHaveLeft(row.id),
      isShown: (entry, key) => entry.row.writer === tab || shown.isShown(entry, key),
      isUnsure: (key) => shown.isUnsure(scope, key),
      storedBaseFor: storedVersions.baseFor,
    }),
    noteSentUnmarked(id) {
      sending.noteLeaving(id);
      tabs.tell({ type: 'sent', id });
    },
    noteUnsure(content, keys) {
      const { kind, target } = content as AnyContent;
      // Versions of changes that wait are no numbers that another write could get.
      if (kind !== 'items' || keys.length === 0) return;
      shown.doubt(target, keys);
      tabs.tell({ type: 'unsure', scope: target, keys });
    },
    noteChange() {
      void counter.refresh();
      tabs.tell({ type: 'changed' });
    },
    tell(outcome) {
      status.tell(outcome);
      tabs.tell({ type: 'outcome', outcome });
    },
  };
  const itemsView: LaneView<'items', readonly StoredItem[], readonly LocalStoreItem[]> = {
    kind: 'items',
    noteStored: transports.items.note,
    layOver: layItemsOver,
    noteShown: shown.noteShown,
    showsUntold: true,
  };
  const changesView = (kind: ChangeKind): LaneView<ChangeKind, StoredChanges, ShownChanges> => ({
    kind,
    noteStored() {},
    layOver: (...given) => layChangesOver(kind, ...given, storedVersions),
    noteShown() {},
    showsUntold: false,
  });

  const lock = createSendingLock(sealing.user, (type) => tabs.tell({ type }));
  const sender = createSender({
    lock,
    store,
    sendHead: (lane) => sendHead(state, transports, lane),
    pauses,
    onTried(isFailing) {
      if (counter.noteFailing(isFailing)) tabs.tell({ type: 'failing', isFailing });
    },
    onIdle: () => void counter.refresh(),
  });
  const throttle = createThrottle(sender.kick, pauses.gatheringInMs);

  async function accept<T>(
    lane: readonly string[],
    deadline: Deadline,
    work: () => Promise<T>,
  ): Promise<T> {
    const result = await accepting.accept(lane, deadline, work);
    throttle.ask();
    return result;
  }

  function acceptChanges(
    kind: ChangeKind,
    scope: ChangeScope,
    changes: ChangeLists,
    deadline: Deadline,
  ): Promise<ChangeLists> {
    return accept([kind, ...partsOf(scope)], deadline, async () => {
      const accepted = await acceptWrites<ChangeKind>(
        state,
        changePolicies[kind],
        scope,
        readChanges(kind, changes),
        deadline,
      );
      return acceptedAnswer(kind, accepted, false);
    });
  }

  /** Calls that are being accepted are counted, too. */
  async function count(): Promise<number> {
    await accepting.settled();
    await counter.refresh();
    return counter.undelivered + accepting.count;
  }

  /** Resolves with the next change of the status, or at the signal. */
  function nextChange(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = status.subscribe(resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
    return promise.finally(stop);
  }

  function follow(): void {
    addEventListener('online', sender.tryNow, { signal });
    addEventListener('online', counter.show, { signal });
    addEventListener('offline', counter.show, { signal });
    addEventListener('pageshow', sender.kick, { signal });
    document.addEventListener('visibilitychange', sender.kick, { signal });
  }

  const setAside = createSetAside(state);
  follow();
  counter.show();
  if (counter.undelivered > 0) sender.kick();

  /** The other tabs hear of what is sent and accepted last. */
  async function end(): Promise<void> {
    await sender.close();
    await accepting.settled();
    tabs.close();
    store.close();
  }

  return {
    acceptItems: (scope, items, deadline) =>
      accept(['items', ...partsOf(scope)], deadline, async () => {
        const accepted = await acceptWrites(state, itemPolicy, scope, items, deadline);
        return accepted.map(waitingItem);
      }),
    ...acceptByKind(acceptChanges),
    acceptStatement: (about, statement, deadline) =>
      accept(['statements', about], deadline, () =>
        acceptStatement(state, about, statement, deadline),
      ),
    readItems: (scope, read) => readLane(state, itemsView, scope, read),
    // The contract's answer has the members that the protocol names.
    readAnnotations: (scope, read) =>
      readLane(state, changesView('annotations'), scope, read) as Promise<Annotations>,
    readAnswers: (scope, read) => readLane(state, changesView('answers'), scope, read),
    readFeedback: (scope, read) => readLane(state, changesView('feedback'), scope, read),
    async keptFeedback(scopes) {
      const [kept, names] = await Promise.all([
        store.lanesOf('feedback.'),
        Promise.all(scopes.map((scope) => sealing.laneOf('feedback', scope))),
      ]);
      return scopes.filter((_, place) => kept.has(names[place]!));
    },
    readAssignments: (scope, read) => readLane(state, changesView('assignments'), scope, read),

    async drained(waiting) {
      if ((await count()) === 0) return true;
      if (!navigator.onLine || waiting.aborted) return false;
      sender.tryNow();
      for (;;) {
        if (counter.undelivered === 0 && (await count()) === 0) return true;
        if (!navigator.onLine || waiting.aborted) return false;
        await nextChange(waiting);
      }
    },

    async setAside() {
      const listed = await setAside.list();
      await counter.refresh();
      if (counter.undelivered > 0) sender.kick();
      return listed;
    },
    async retryRefused() {
      await setAside.retry();
      sender.tryNow();
    },
    async discardSetAside(listed) {
      await setAside.discard(listed);
      // The user who has decided sees at once that nothing is left.
      await counter.refresh();
    },
    async forgetCourse(courseId) {
      const forgotten = await setAside.forgetCourse(courseId);
      await counter.refresh();
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
