import { localStoreItemCalls } from '@lectern/contracts/calls/annotations/local-store-item';
import { changesMaximum } from '@lectern/contracts/calls/limits';
import { checkWrites } from './check-size.ts';
import { keyOfItem, versionToBe } from './item.ts';
import type { AcceptPolicy } from './policy.ts';

const { bodyLimitInBytes } = localStoreItemCalls.localStoreItemSetForModel;

/** A write that does not know of another one is rejected. */
export const itemPolicy: AcceptPolicy<'items'> = {
  kind: 'items',
  conflict: 'An item has changed since that version.',
  keyOf: keyOfItem,

  check: (scope, items) =>
    checkWrites(scope, items, items.map(keyOfItem), bodyLimitInBytes, 'An item'),

  plan(input, { waiting, aside }, { isShown, isUnsure }, now) {
    const { segment, key, value, version } = input;
    const name = keyOfItem(input);
    const write = { segment, key, value, updated_at: now, base: version };
    if (version === undefined) return { write, isNew: true };
    if (waiting) {
      if (!isShown(waiting.entry, name)) return undefined;
      const next = versionToBe(waiting.write);
      if (version === next) return { write: { ...write, isChained: true }, isNew: true };
      // A write without a version is newer than any version that the content was told.
      if (next !== undefined && version > next) return { write, isNew: true };
      // Said again, since the answer was lost.
      return value === waiting.write.value ? { write: waiting.write, isNew: false } : undefined;
    }
    const knowsAside = !aside || (isShown(aside.entry, name) && version >= (aside.write.base ?? 0));
    return !isUnsure(name) && knowsAside ? { write, isNew: true } : undefined;
  },

  /** A write made on what waits in the same entry goes on what that was made on. */
  joined({ base, isChained, told }, later) {
    return later.isChained ? { ...later, base, isChained, told } : later;
  },

  fit: (items) => items.length <= changesMaximum,

  /** Between two texts only a user decides who has been shown both. */
  settles: (write, { entry }, { isShown }) =>
    entry.row.state !== 'conflict' || isShown(entry, keyOfItem(write)),

  isMadeOn: (later, before) =>
    later.isChained === true &&
    later.base === versionToBe(before) &&
    keyOfItem(later) === keyOfItem(before),

  replaces: (later, refused) => keyOfItem(later) === keyOfItem(refused),

  rebased: (item, base) => ({ ...item, base, isChained: undefined, told: versionToBe(item) }),

  restored: (item) => ({ ...item, base: item.base ?? 0 }),
};
