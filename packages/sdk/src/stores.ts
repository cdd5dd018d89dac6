import { openStore, type FollowedStore } from './open-store.ts';
import type { LocalStoreItem, LocalStoreScope } from './protocol/data.ts';
import type { StoreBridge, Stores } from './store.ts';

/** Makes stores on a container's requests, or on a stand-in for them where there is no container. */
export function createStores(bridge: StoreBridge): Stores {
  const stores = new Map<string, FollowedStore>();
  let isOtherWorkUnsaved = false;
  /** Undefined after a failed request, which the container may have received or not. */
  let isReported: boolean | undefined = false;

  function isUnsaved(): boolean {
    return isOtherWorkUnsaved || [...stores.values()].some((store) => store.isUnsaved);
  }

  function tell(): Promise<null> {
    isReported = isUnsaved();
    return bridge.setUnsavedWork(isReported).catch((error: unknown) => {
      isReported = undefined;
      throw error;
    });
  }

  function report(): void {
    // Saving goes on where the container cannot be told; the next change tells it again.
    if (isUnsaved() !== isReported) tell().catch(() => {});
  }

  function flush(): void {
    for (const store of stores.values()) void store.flush();
  }

  function storesIn(
    scope: LocalStoreScope,
    items: readonly LocalStoreItem[],
    note: (store: FollowedStore, items: readonly LocalStoreItem[]) => void,
  ): void {
    for (const segment of new Set(items.map((item) => item.segment))) {
      const store = stores.get(nameOf(scope, segment));
      if (store)
        note(
          store,
          items.filter((item) => item.segment === segment),
        );
    }
  }

  function listen(): void {
    bridge.on('delivered', (delivery) => {
      if (delivery.kind === 'items')
        storesIn(delivery, delivery.local_store_items, (store, items) =>
          store.noteDelivered(items),
        );
    });
    bridge.on('not-delivered', (failure) => {
      if (failure.kind === 'items')
        storesIn(failure, failure.local_store_items, (store, items) =>
          store.noteFailure(failure, items),
        );
    });
    bridge.on('teardown', flush);
    // Tests of content have no window.
    for (const event of ['visibilitychange', 'pagehide'])
      globalThis.addEventListener?.(event, flush);
  }

  return {
    store(scope, { segment = 'store', merge } = {}) {
      const name = nameOf(scope, segment);
      const known = stores.get(name);
      if (known) return known;
      if (stores.size === 0) listen();
      const store = openStore(bridge, scope, segment, merge);
      store.subscribe(report);
      stores.set(name, store);
      return store;
    },
    setUnsavedWork(unsaved) {
      isOtherWorkUnsaved = unsaved;
      return tell();
    },
  };
}

function nameOf(scope: LocalStoreScope, segment: string): string {
  const { course_id_dto, issue_id_dto } = scope;
  const place = 'topic_dto' in scope ? scope.topic_dto : scope.exercise_dto;
  return JSON.stringify([course_id_dto, issue_id_dto, place, segment]);
}
