import type { LocalStoreItem as StoredItem } from '@lectern/contracts';
import type { Api } from '../../api.ts';
import type { Content } from '../model/entry.ts';
import { keptItem, keyOfItem, versionToBe, type PendingItem } from '../model/item.ts';
import { deliveredVerdict, failed, hasCode, type Verdict } from '../model/verdict.ts';
import { confirmItems } from './confirm.ts';
import type { Transport, TryLimit } from './transport.ts';

/** How often an entry is put on what is stored when others write all the time. */
const rebasesMaximum = 5;

export interface ItemsTransport extends Transport<'items'> {
  /** Takes note of what a service has said about all items of a lane. */
  note(lane: string, stored: readonly StoredItem[]): void;
}

export function createItemsTransport(api: Pick<Api, 'clag'>, subject: string): ItemsTransport {
  /** By lane and item. What is missing in a lane that is here is not stored. */
  const versions = new Map<string, Map<string, number>>();

  async function read(
    lane: string,
    { target }: Content<'items'>,
    limit: TryLimit,
  ): Promise<readonly StoredItem[]> {
    const answer = await api.clag.localStoreItemGetForModel({
      body: target,
      xIaSubject: subject,
      ...limit,
      // The sender has pauses of its own.
      repeat: false,
    });
    const stored = answer.local_store_items;
    versions.set(lane, new Map(stored.map((item) => [keyOfItem(item), item.version])));
    return stored;
  }

  /**
   * Every item goes on a version, also what was written without one: then a request that was long on its
   * way cannot undo a later one.
   */
  async function send(
    lane: string,
    { target }: Content<'items'>,
    items: readonly PendingItem[],
    limit: TryLimit,
  ): Promise<readonly StoredItem[]> {
    const answer = await api.clag.localStoreItemSetForModel({
      body: {
        ...target,
        local_store_items: items.map(({ segment, key, value, base }) => ({
          segment,
          key,
          value,
          version: base,
        })),
      },
      xIaSubject: subject,
      ...limit,
      outlivesPage: true,
    });
    const stored = confirmItems(items, answer.local_store_items);
    const known = versions.get(lane);
    for (const item of stored) known?.set(keyOfItem(item), item.version);
    return stored;
  }

  /**
   * A write that was made on a refused one has a lower version than its content was told. Written again on
   * the stored version it has the next one: then no other write can have the version that was told.
   */
  async function catchUp(
    lane: string,
    content: Content<'items'>,
    stored: readonly StoredItem[],
    limit: TryLimit,
  ): Promise<readonly StoredItem[]> {
    const told = new Map(content.writes.map((item) => [keyOfItem(item), item.told ?? 0]));
    const isBehind = (item: StoredItem) => item.version < (told.get(keyOfItem(item)) ?? 0);
    const behind = stored.filter(isBehind);
    if (behind.length === 0) return stored;
    const items = behind.map((item) => ({ ...item, base: item.version }));
    const again = await send(lane, content, items, limit);
    const next = await catchUp(lane, content, again, limit);
    return [...stored.filter((item) => !isBehind(item)), ...next];
  }

  return {
    async deliver(lane, content, limit, isStillHead) {
      let hasRead = false;
      let rest = content.writes;
      let based = rest;
      const arrived: StoredItem[] = [];
      const undecided = { conflicts: [], instead: [], arrived };
      try {
        for (let rebases = 0; rebases < rebasesMaximum; rebases++) {
          const isBased = rest.every(({ base }) => base !== undefined);
          if (!isBased && !versions.has(lane)) {
            await read(lane, content, limit);
            hasRead = true;
          }
          if (hasRead && !(await isStillHead())) return { ...undecided, kind: 'gone', rest };
          const stored = versions.get(lane);
          based = rest.map((item) => ({
            ...item,
            base: item.base ?? stored?.get(keyOfItem(item)) ?? 0,
            isChained: undefined,
            told: versionToBe(item),
          }));
          try {
            const answered = await send(lane, content, based, limit);
            arrived.push(...(await catchUp(lane, content, answered, limit)));
            return deliveredVerdict(arrived);
          } catch (error) {
            if (!hasCode(error, 'LOCAL_STORE_ITEM_CONFLICT')) throw error;
          }
          const compared = compare(rest, await read(lane, content, limit));
          hasRead = true;
          arrived.push(...compared.arrived);
          ({ rest } = compared);
          if (compared.conflicts.length > 0) return { ...compared, kind: 'conflict', arrived };
          if (rest.length === 0) return deliveredVerdict(arrived);
        }
        return { ...undecided, kind: 'later', rest };
      } catch (error) {
        return failed(error, based, arrived);
      }
    },

    outcomes(scope, { kind, arrived, instead, failure }, aside) {
      const items = aside.map(keptItem);
      const keys = new Set(aside.map(keyOfItem));
      return [
        ...(arrived.length > 0
          ? [{ kind: 'items delivered', scope, items: arrived } as const]
          : []),
        ...(aside.length === 0
          ? []
          : kind === 'conflict'
            ? [
                {
                  kind: 'items in conflict',
                  scope,
                  items,
                  stored: instead.filter((item) => keys.has(keyOfItem(item))),
                } as const,
              ]
            : [{ kind: 'items refused', scope, items, reason: failure?.reason ?? '' } as const]),
      ];
    },

    note(lane, stored) {
      const known = versions.get(lane) ?? new Map<string, number>();
      // An answer may be older than what another one has said meanwhile.
      for (const item of stored)
        known.set(keyOfItem(item), Math.max(item.version, known.get(keyOfItem(item)) ?? 0));
      versions.set(lane, known);
    },
  };
}

/**
 * Tells apart why a request met a conflict. Where what is stored is what was sent, an earlier try has
 * arrived and only its answer was lost.
 */
function compare(
  items: readonly PendingItem[],
  all: readonly StoredItem[],
): Omit<Verdict<'items'>, 'kind'> {
  const stored = new Map(all.map((item) => [keyOfItem(item), item]));
  const arrived: StoredItem[] = [];
  const conflicts: PendingItem[] = [];
  const instead: StoredItem[] = [];
  const rest: PendingItem[] = [];
  for (const item of items) {
    const other = stored.get(keyOfItem(item));
    const version = other?.version ?? 0;
    if (item.base === version) rest.push(item);
    else if (other?.value === item.value) {
      // Behind what its content was told: it goes on what is stored, as after an answer that came.
      if (other.version < (item.told ?? 0)) rest.push({ ...item, base: other.version });
      else arrived.push(other);
    } else if (item.base === undefined) rest.push(item);
    else {
      conflicts.push({ ...item, base: version, isChained: undefined, told: versionToBe(item) });
      if (other) instead.push(other);
    }
  }
  return { arrived, conflicts, instead, rest };
}
