import { openStore } from './open-store.ts';
import type { LocalStoreScope } from './protocol/data.ts';
import type { FollowedStore, StoreBridge, Stores } from './store.ts';

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

  function listen(): void {
    for (const event of ['delivered', 'not-delivered'] as const)
      bridge.on(event, (told) => {
        if (told.kind !== 'items') return;
        const { local_store_items: items } = told;
        for (const segment of new Set(items.map((item) => item.segment))) {
          const store = stores.get(nameOf(told, segment));
          const own = items.filter((item) => item.segment === segment);
          if ('code' in told) store?.noteFailure(told, own);
          else store?.noteDelivered(own);
        }
      });
    bridge.on('teardown', flush);
    // Tests of content have no window.
    for (const event of ['visibilitychange', 'pagehide'])
      globalThis.addEventListener?.(event, flush);
  }

  return {
    store(scope, { segment = 'store', merge, source } = {}) {
      const name = nameOf(scope, segment);
      const known = stores.get(name);
      if (known) return known;
      if (stores.size === 0) listen();
      const store = openStore(source ?? bridge, scope, segment, merge);
      source?.follow(store);
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
