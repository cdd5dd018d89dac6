import type {
  AcceptedAnnotations,
  AnnotationChanges,
  LocalStoreItem,
  LocalStoreItemInput,
  LocalStoreScope,
} from '@lectern/sdk/protocol';
import { askService } from '../bridge/ask-service.ts';
import { acceptDirectly } from './send/accept-directly.ts';
import { save } from './send/annotations-transport.ts';
import { asDelivered } from './view/annotations-view.ts';
import { checkItems, checkStatement } from './model/check-size.ts';
import { confirmItems } from './send/confirm.ts';
import type { Deadline } from './model/deadline.ts';
import type { OutboxOptions } from './outbox-options.ts';
import type { Outbox, StatementOptions } from './outbox.ts';
import type { IdentifiedStatement } from './model/entry.ts';
import { putStatement } from './send/statements-transport.ts';
import { partsOf } from './disk/sealing.ts';
import type { Signs } from './view/status.ts';
import { createTurns } from './model/turns.ts';

/** What an outbox does beside its signs. */
export interface OutboxWork extends Omit<
  Outbox,
  keyof Signs | 'acceptChanges' | 'acceptItems' | 'acceptStatement' | 'close' | 'drained'
> {
  /** As {@link Outbox.acceptItems}. */
  acceptItems(
    scope: LocalStoreScope,
    items: readonly LocalStoreItemInput[],
    deadline: Deadline,
  ): Promise<readonly LocalStoreItem[]>;
  /** As {@link Outbox.acceptChanges}. */
  acceptChanges(
    scope: LocalStoreScope,
    changes: AnnotationChanges,
    deadline: Deadline,
  ): Promise<AcceptedAnnotations>;
  /** As {@link Outbox.acceptStatement}. */
  acceptStatement(
    about: string,
    statement: IdentifiedStatement,
    options: StatementOptions,
    deadline: Deadline,
  ): Promise<void>;
  /**
   * As {@link Outbox.drained}.
   *
   * @param signal Nobody waits for it any more.
   */
  drained(signal: AbortSignal): Promise<boolean>;
  /**
   * As {@link Outbox.close}. Resolves once another one may go on: what went the direct way has come to the services.
   * A queue ends by itself, because its entries are stored once, however often they are sent.
   */
  close(): Promise<void>;
}

/**
 * Where this device keeps nothing, as in some private windows, or the services give no key: what is
 * accepted is delivered already, and what is not known to be delivered is not accepted, with the codes
 * of {@link askService}. Where only the answer was lost, or says something else, a service may have stored
 * it all the same.
 */
export function createDirectOutbox(
  { api, store, user: { subject } }: Pick<OutboxOptions, 'api' | 'store' | 'user'>,
  signs: Signs,
): OutboxWork {
  const inTurn = createTurns();
  const waiting = new Set<Promise<unknown>>();

  async function counted<T>(count: number, work: Promise<T>): Promise<T> {
    show(count);
    waiting.add(work);
    try {
      return await work;
    } finally {
      waiting.delete(work);
      show(-count);
    }
  }

  let undelivered = 0;
  function show(more: number): void {
    undelivered += more;
    signs.show({ undelivered, refused: 0, isFailing: false });
  }

  // Whatever was shown of a disk before: nothing of that is done from here.
  show(0);
  return {
    async acceptItems(scope, items, deadline) {
      checkItems(scope, items);
      const body = { ...scope, local_store_items: [...items] };
      const sent = inTurn(JSON.stringify(partsOf(scope)), () => {
        leave(deadline);
        return askService(store, 'Could not store local store items.', async (signal) => {
          const answer = await api.clag.localStoreItemSetForModel({
            body,
            xIaSubject: subject,
            signal: AbortSignal.any([signal, deadline.signal]),
            outlivesPage: true,
          });
          const based = items.map((item) => ({ ...item, base: item.version }));
          return confirmItems(based, answer.local_store_items);
        });
      });
      const stored = await counted(items.length, sent);
      signs.tell({ kind: 'items delivered', scope, items: stored });
      return stored.map((item) => ({ ...item, delivered: true }));
    },

    async acceptStatement(about, statement, { isTimeMade }, deadline) {
      checkStatement(about, statement);
      const content = { about, statement, ...(isTimeMade ? { isTimeMade } : {}) };
      // It has its id, so a repeat stores it once.
      const sent = inTurn(about, () => {
        leave(deadline);
        return askService(store, 'Could not post the learning statement.', (signal) =>
          putStatement(api, subject, content, {
            signal: AbortSignal.any([signal, deadline.signal]),
            repeat: true,
          }),
        );
      });
      await counted(1, sent);
      signs.tell({ kind: 'statement delivered', about, id: statement.id });
    },

    async acceptChanges(scope, changes, deadline) {
      const { answer, delivered } = await acceptDirectly(scope, changes, (pending) =>
        counted(
          pending.length,
          inTurn(`annotations ${JSON.stringify(partsOf(scope))}`, () => {
            leave(deadline);
            return askService(store, 'Could not store annotations.', (signal) =>
              save(api, subject, scope, pending, {
                signal: AbortSignal.any([signal, deadline.signal]),
              }),
            );
          }),
        ),
      );
      signs.tell({ kind: 'annotations delivered', scope, changes: delivered });
      return answer;
    },

    async readAnnotations(_scope, read) {
      return asDelivered(await read());
    },

    async readItems(_scope, read) {
      return (await read()).map((item) => ({ ...item, delivered: true }));
    },

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

/** From here on a service may hear of it: what it says is waited for, and no more is sent once it is late. */
function leave(deadline: Deadline): void {
  deadline.signal.throwIfAborted();
  deadline.recall = () => false;
}
