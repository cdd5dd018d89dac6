import { BridgeError } from './bridge-error.ts';
import type { LocalStoreItem, LocalStoreItemInput, LocalStoreScope } from './protocol/data.ts';
import { notify } from './notify.ts';
import { untilDone } from './retry.ts';
import { createSaver, type Saver, type SaverStatus } from './saver.ts';
import type {
  FollowedStore,
  StoreOptions,
  StoreSource,
  StoreStatus,
  StoreValues,
} from './store.ts';

const action = 'setLocalStoreItems';
/** Conflicts in a row without a decision to make; the versions of a sound container agree after the first. */
const rereadsMaximum = 3;
/** From here on versions have no order: an answer that is not delivered yet has one of them. */
const unorderedVersion = 2 ** 31;

/**
 *   loading ─▶ saved ─set─▶ saving ─accepted─▶ kept ─delivered─▶ saved
 *                             │                  │
 *                             │ CONFLICT:        │ not-delivered:
 *                             │ another tab      │ another device
 *                             ▼                  ▼
 *              read the stored values, and those that could not be delivered
 *                             │           ▲
 *        nothing undecided:   │           │ settle
 *                  saving ◀───┴──▶ conflict
 */
export function openStore(
  bridge: Omit<StoreSource, 'follow'>,
  scope: LocalStoreScope,
  segment: string,
  merge: StoreOptions['merge'],
): FollowedStore {
  const isLastWriter = merge === 'last-writer-wins';
  let status: StoreStatus = { kind: 'loading' };
  const listeners = new Set<() => void>();
  /** As they were read or accepted last, by key. */
  let items = new Map<string, LocalStoreItem>();
  /** As they were delivered last: the event may come before the answer to the request. */
  const lastDelivered = new Map<string, LocalStoreItem>();
  /** Why a service has refused an item, by key. */
  const refused = new Map<string, BridgeError>();
  /** Errors of invalid writes, such as of a text that is too long. Each is left out until one of its values changes. */
  const invalid = new Map<readonly LocalStoreItemInput[], unknown>();
  let kept: StoreValues = {};
  /** Gives values that are set and not sent yet. */
  let render: (() => StoreValues) | undefined;
  /** Values that ask for no decision: those that the last write was made on, and those decided about. */
  let decided: readonly StoreValues[] = [];
  let loading: Promise<void> | undefined;
  let saver: Saver | undefined;
  let isReading = false;
  /** How often in a row the stored values were read since a write was accepted. */
  let rereads = 0;

  const values = (): StoreValues => ({ ...kept, ...render?.() });
  const isUnsaved = () =>
    saver
      ? saver.isUnsaved || invalid.size > 0
      : // Before the stored values are here, all values are those that were set.
        status.kind === 'loading' && (!!render || Object.keys(kept).length > 0);
  const isDelivered = () => [...items.values()].every(({ delivered }) => delivered);

  function keep(newer: StoreValues): void {
    kept = newer;
    render = undefined;
  }

  function become(next: StoreStatus): void {
    status = next;
    listeners.forEach(notify);
  }

  function noteAccepted(): void {
    rereads = 0;
    const [error] = [...invalid.values(), ...refused.values()];
    become(error ? { kind: 'failed', error } : { kind: isDelivered() ? 'saved' : 'kept' });
  }

  function standOn(newer: Iterable<LocalStoreItem>): void {
    for (const item of newer) {
      const delivered = lastDelivered.get(item.key);
      // Another tab may have written another value on the same version.
      const { version = 0 } = item;
      const reached = delivered?.version ?? 0;
      const isSame =
        delivered?.value === item.value &&
        (version < unorderedVersion ? reached >= version : reached === version);
      items.set(item.key, { ...item, ...(isSame && delivered) });
    }
  }

  async function load(): Promise<void> {
    become({ kind: 'loading' });
    const [aside, stored] = await read((error) => become({ kind: 'loading', error })).catch(
      (error: unknown) => {
        loading = undefined;
        become({ kind: 'unreadable', error });
        throw error;
      },
    );
    const isSetBefore = isUnsaved();
    kept = { ...stored, ...aside, ...kept };
    saver = createSaver(unsent, write, follow);
    // The screen shows the values that were written here.
    if (aside) decided = [aside];
    if (aside || isSetBefore) resolve([aside, stored]);
    else noteAccepted();
  }

  /** Gives the values with those that could not be delivered, and those that are stored. */
  async function read(onRetry: (error: unknown) => void) {
    const all = await untilDone(
      () => bridge.getLocalStoreItems(scope, onRetry, untilDone),
      onRetry,
    );
    items = new Map();
    standOn(all.filter((item) => item.segment === segment));
    const found = [...items.values()];
    const isAside = found.some(({ conflict }) => conflict);
    const written = isAside && valuesOf(found.map((item) => ({ ...item, ...item.conflict })));
    return [written, valuesOf(found)] as const;
  }

  async function readAgain(): Promise<void> {
    rereads += 1;
    if (rereads > rereadsMaximum) {
      rereads = 0;
      const error = new BridgeError('CONFLICT', action, 'The versions differ.');
      return become({ kind: 'failed', error });
    }
    isReading = true;
    const found = await read((error) => become({ kind: 'retrying', error })).catch(
      (error: unknown) => become({ kind: 'failed', error }),
    );
    isReading = false;
    if (found) resolve(found);
  }

  /** Goes on saving, or asks about the first values without a decision. */
  function resolve(others: readonly (StoreValues | false)[]): void {
    const united: Record<string, string> = { ...values() };
    for (const other of others) {
      let isUndecided = false;
      for (const [key, value] of Object.entries(other)) {
        const own = (united[key] ??= value);
        if (own === value) continue;
        const merged = isLastWriter ? own : merge?.(key, own, value);
        if (merged !== undefined) united[key] = merged;
        else isUndecided ||= !decided.some((known) => known[key] === value);
      }
      if (!other || !isUndecided) continue;
      become({ kind: 'conflict', other });
      return saver?.halt();
    }
    keep(united);
    saver?.resume();
  }

  /** The values that the container does not have as they are here. Writing what is in conflict settles it. */
  function unsent(): readonly LocalStoreItemInput[] {
    const rendered = render;
    // The function may set values, and another function.
    render = undefined;
    try {
      const newer = rendered?.();
      kept = { ...kept, ...newer };
    } catch (error) {
      render ??= rendered;
      throw error;
    }
    for (const inputs of invalid.keys())
      if (inputs.some(({ key, value }) => kept[key] !== value)) invalid.delete(inputs);
    const leftOut = valuesOf([...invalid.keys()].flat());
    return Object.entries(kept).flatMap(([key, value]) => {
      const item = items.get(key);
      if (leftOut[key] === value) return [];
      if (item?.value === value && !item.conflict && !refused.has(key)) return [];
      // An item that waits without a version is replaced by one without.
      const version = isLastWriter ? undefined : item ? item.version : 0;
      return [{ segment, key, value, ...(version !== undefined && { version }) }];
    });
  }

  async function write(inputs: readonly LocalStoreItemInput[]): Promise<void> {
    if (inputs.length === 0) return;
    const accepted = await bridge.setLocalStoreItems(scope, inputs).catch((error: BridgeError) => {
      if (error.code === 'BAD_PAYLOAD') invalid.set(inputs, error);
      throw error;
    });
    for (const { key } of inputs) refused.delete(key);
    standOn(accepted);
  }

  function follow(saving: SaverStatus): void {
    if (saving.kind === 'accepted') noteAccepted();
    else if (saving.kind !== 'conflict') become(saving);
    else {
      if (!isReading && status.kind !== 'conflict') {
        decided = [valuesOf(items.values())];
        void readAgain();
      }
      become(status);
    }
  }

  async function flush(): Promise<boolean> {
    return (!saver || (await saver.flush())) && !isUnsaved();
  }

  return {
    get status() {
      return status;
    },
    get values() {
      return values();
    },
    get items() {
      return [...items.values()];
    },
    get isUnsaved() {
      return isUnsaved();
    },
    load: () => (loading ??= load()),
    set(newer) {
      const before = render;
      if (typeof newer === 'function') render = newer;
      else if (before) render = () => ({ ...before(), ...newer });
      else kept = { ...kept, ...newer };
      if (saver) saver.change();
      else become(status);
    },
    async settle(chosen) {
      if (status.kind === 'conflict') {
        decided = [...decided, status.other];
        keep({ ...values(), ...chosen });
        become({ kind: 'saving' });
        rereads = 0;
        await readAgain();
      }
      return flush();
    },
    flush,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    noteDelivered(delivered) {
      for (const item of delivered) {
        lastDelivered.set(item.key, item);
        refused.delete(item.key);
      }
      standOn(items.values());
      if (['kept', 'failed'].includes(status.kind) && !isUnsaved()) noteAccepted();
    },
    noteFailure({ code, message }, failed) {
      if (code === 'CONFLICT') {
        // Tabs that have delivered everything hear of it, too.
        if (isUnsaved() || !isDelivered()) saver?.halt();
        return;
      }
      const error = new BridgeError('REFUSED', action, message);
      for (const { key, value } of failed)
        if (items.get(key)?.value === value) refused.set(key, error);
      if (status.kind === 'kept') noteAccepted();
    },
  };
}

function valuesOf(items: Iterable<Pick<LocalStoreItem, 'key' | 'value'>>): StoreValues {
  return Object.fromEntries([...items].map(({ key, value }) => [key, value]));
}
