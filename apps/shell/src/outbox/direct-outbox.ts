import type { Annotations } from '@lectern/sdk/protocol';
import { acceptByKind } from './accept-by-kind.ts';
import { askService } from '../bridge/ask-service.ts';
import { BridgeFailure } from '../bridge/bridge-failure.ts';
import {
  acceptedAnswer,
  baseAfter,
  isOfWaiting,
  readChanges,
  type ChangeKind,
  type ChangeLists,
} from './model/change.ts';
import { changePolicies } from './model/change-policy.ts';
import { checkStatement } from './model/check-size.ts';
import type { Deadline } from '../deadline.ts';
import { partsOf, storingFaults, type ChangeScope, type KindName } from './model/entry.ts';
import { itemPolicy } from './model/item-policy.ts';
import { createTurns } from './model/turns.ts';
import type { OutboxOptions } from './outbox-options.ts';
import type { OutboxWork } from './outbox.ts';
import { saveChanges } from './send/changes-transport.ts';
import { confirmItems } from './send/confirm.ts';
import { putStatement } from './send/statements-transport.ts';
import { asDeliveredChanges } from './view/changes-view.ts';
import { asDeliveredItems } from './view/items-view.ts';
import type { Status } from './view/status.ts';

/**
 * Where this device keeps nothing, as in some private windows, or the services give no key: what is
 * accepted is delivered already, and what is not known to be delivered is not accepted, with the codes
 * of {@link askService}. Where only the answer was lost, or says something else, a service may have stored
 * it all the same.
 */
export function createDirectOutbox(
  { api, store, user: { subject } }: Pick<OutboxOptions, 'api' | 'store' | 'user'>,
  status: Status,
): OutboxWork {
  const inTurn = createTurns();
  const waiting = new Set<Promise<unknown>>();
  let undelivered = 0;
  function show(more: number): void {
    undelivered += more;
    status.show({ undelivered, refused: 0, isFailing: false });
  }

  /** Has writes of one lane stored, one request after the other. */
  async function deliver<T>(
    [kind, ...target]: readonly [KindName, ...string[]],
    count: number,
    deadline: Deadline,
    send: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const sent = inTurn(JSON.stringify([kind, ...target]), () => {
      deadline.signal.throwIfAborted();
      // From here on a service may hear of it: its answer is waited for, and no more is sent once it is late.
      deadline.recall = () => false;
      return askService(store, storingFaults[kind], (signal) =>
        send(AbortSignal.any([signal, deadline.signal])),
      );
    });
    show(count);
    waiting.add(sent);
    try {
      return await sent;
    } finally {
      waiting.delete(sent);
      show(-count);
    }
  }

  async function acceptChanges(
    kind: ChangeKind,
    scope: ChangeScope,
    given: ChangeLists,
    deadline: Deadline,
  ): Promise<ChangeLists> {
    const changes = readChanges(kind, given);
    const { check, conflict } = changePolicies[kind];
    check(scope, changes);
    // Of an outbox that this page had before it was loaded.
    if (changes.some(({ base }) => isOfWaiting(base)))
      throw new BridgeFailure('CONFLICT', conflict);
    const pending = changes.map((change) => ({ ...change, version: change.base, updated_at: '' }));
    const delivered =
      pending.length === 0
        ? []
        : await deliver([kind, ...partsOf(scope)], pending.length, deadline, (signal) =>
            saveChanges(kind, api, subject, scope, pending, { signal }),
          );
    status.tell({ kind: `${kind} delivered`, scope, changes: delivered });
    const told = delivered.map((change) => ({ ...change, version: baseAfter(change) }));
    return acceptedAnswer(kind, told, true);
  }

  // A disk may have shown something before: nothing of that is done from here.
  show(0);
  return {
    async acceptItems(scope, items, deadline) {
      itemPolicy.check(scope, items);
      const body = { ...scope, local_store_items: [...items] };
      const stored = await deliver(
        ['items', ...partsOf(scope)],
        items.length,
        deadline,
        async (signal) => {
          const answer = await api.clag.localStoreItemSetForModel({
            body,
            xIaSubject: subject,
            signal,
            outlivesPage: true,
          });
          const based = items.map((item) => ({ ...item, base: item.version }));
          return confirmItems(based, answer.local_store_items);
        },
      );
      status.tell({ kind: 'items delivered', scope, items: stored });
      return asDeliveredItems(stored);
    },

    async acceptStatement(about, write, deadline) {
      checkStatement(about, write.statement);
      // It has its id, so a repeat stores it once.
      await deliver(['statements', about], 1, deadline, (signal) =>
        putStatement(api, subject, about, write, { signal, repeat: true }),
      );
      status.tell({ kind: 'statement delivered', about, id: write.statement.id });
    },

    ...acceptByKind(acceptChanges),

    // The contract's answer has the members that the protocol names.
    readAnnotations: async (_scope, read) =>
      asDeliveredChanges('annotations', await read()) as Annotations,
    readAnswers: async (_scope, read) => asDeliveredChanges('answers', await read()),
    keptFeedback: async () => [],
    readFeedback: async (_scope, read) => asDeliveredChanges('feedback', await read()),
    readAssignments: async (_scope, read) => asDeliveredChanges('assignments', await read()),
    readItems: async (_scope, read) => asDeliveredItems(await read()),

    async drained() {
      if (waiting.size > 0 && !navigator.onLine) return false;
      await Promise.allSettled(waiting);
      return true;
    },

    setAside: async () => [],
    async retryRefused() {},
    async discardSetAside() {},
    forgetCourse: async () => 0,
    async close() {
      await Promise.allSettled(waiting);
    },
  };
}
