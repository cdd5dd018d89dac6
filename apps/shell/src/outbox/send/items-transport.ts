import type { LocalStoreItem as StoredItem } from '@lectern/contracts';
import type { Api } from '../../api.ts';
import { confirmItems } from './confirm.ts';
import {
  keyOf,
  versionToBe,
  type ItemsContent,
  type PendingItem,
  type StatementContent,
} from '../model/entry.ts';
import { putStatement } from './statements-transport.ts';
import { tryInTime, type TryLimit } from './try-in-time.ts';
import { hasCode, verdictOf, type ItemsVerdict, type StatementVerdict } from '../model/verdict.ts';

/** How often an entry is put on what is stored when others write all the time. */
const rebasesMaximum = 5;

/** Sends entries, one try each, within a limit ({@link tryInTime}); never rejects. */
export interface Courier {
  /**
   * @param isStillHead Asked before something goes on a newer version than it was found with: what
   *   another tab has delivered must not go on what came after it.
   */
  items(
    lane: string,
    content: ItemsContent,
    isStillHead: () => Promise<boolean>,
  ): Promise<ItemsVerdict>;
  statement(content: StatementContent): Promise<StatementVerdict>;
  /** Takes note of what a service has said about all items of a lane. */
  note(lane: string, stored: readonly StoredItem[]): void;
}

export function createCourier(api: Pick<Api, 'clag' | 'lars'>, subject: string): Courier {
  /** By lane and item. What is missing in a lane that is here is not stored. */
  const versions = new Map<string, Map<string, number>>();

  async function read(
    lane: string,
    { scope }: ItemsContent,
    limit: TryLimit,
  ): Promise<readonly StoredItem[]> {
    const answer = await api.clag.localStoreItemGetForModel({
      body: scope,
      xIaSubject: subject,
      ...limit,
      // The sender has pauses of its own.
      repeat: false,
    });
    const stored = answer.local_store_items;
    versions.set(lane, new Map(stored.map((item) => [keyOf(item), item.version])));
    return stored;
  }

  /**
   * Every item goes on a version, also what was written without one: then a request that was long on its
   * way cannot undo a later one.
   */
  async function send(
    lane: string,
    content: ItemsContent,
    items: readonly PendingItem[],
    limit: TryLimit,
  ): Promise<readonly StoredItem[]> {
    const answer = await api.clag.localStoreItemSetForModel({
      body: {
        ...content.scope,
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
    for (const item of stored) known?.set(keyOf(item), item.version);
    return stored;
  }

  /**
   * What was made on a refused write has a lower version than its content was told. Written again on
   * the stored version it has the next one: then no other write can have the version that was told.
   */
  async function catchUp(
    lane: string,
    content: ItemsContent,
    stored: readonly StoredItem[],
    limit: TryLimit,
  ): Promise<readonly StoredItem[]> {
    const told = new Map(content.items.map((item) => [keyOf(item), item.told ?? 0]));
    const isBehind = (item: StoredItem) => item.version < (told.get(keyOf(item)) ?? 0);
    const behind = stored.filter(isBehind);
    if (behind.length === 0) return stored;
    const items = behind.map((item) => ({ ...item, base: item.version }));
    const again = await send(lane, content, items, limit);
    const next = await catchUp(lane, content, again, limit);
    return [...stored.filter((item) => !isBehind(item)), ...next];
  }

  async function tryItems(
    lane: string,
    content: ItemsContent,
    isStillHead: () => Promise<boolean>,
    limit: TryLimit,
  ): Promise<ItemsVerdict> {
    let hasRead = false;
    let rest = content.items;
    let based = rest;
    const arrived: StoredItem[] = [];
    const verdict = { conflicts: [], stored: [] };
    try {
      for (let rebases = 0; rebases < rebasesMaximum; rebases++) {
        const isBased = rest.every(({ base }) => base !== undefined);
        if (!isBased && !versions.has(lane)) {
          await read(lane, content, limit);
          hasRead = true;
        }
        if (hasRead && !(await isStillHead())) return { ...verdict, kind: 'gone', arrived, rest };
        const known = versions.get(lane);
        based = rest.map((item) => ({
          ...item,
          base: item.base ?? known?.get(keyOf(item)) ?? 0,
          told: versionToBe(item),
        }));
        try {
          const stored = await send(lane, content, based, limit);
          arrived.push(...(await catchUp(lane, content, stored, limit)));
          return { ...verdict, kind: 'delivered', arrived, rest: [] };
        } catch (error) {
          if (!hasCode(error, 'LOCAL_STORE_ITEM_CONFLICT')) throw error;
        }
        const found = compare(rest, await read(lane, content, limit));
        hasRead = true;
        arrived.push(...found.arrived);
        ({ rest } = found);
        if (found.conflicts.length > 0) return { ...found, kind: 'conflict', arrived };
        if (rest.length === 0) return { ...verdict, kind: 'delivered', arrived, rest };
      }
      return { ...verdict, kind: 'later', arrived, rest };
    } catch (error) {
      const { kind, failure } = verdictOf(error);
      return { ...verdict, kind, failure, arrived, rest: kind === 'refused' ? based : rest };
    }
  }

  async function tryStatement(
    content: StatementContent,
    limit: TryLimit,
  ): Promise<StatementVerdict> {
    try {
      await putStatement(api, subject, content, limit);
      return { kind: 'delivered' };
    } catch (error) {
      return verdictOf(error);
    }
  }

  return {
    items: (lane, content, isStillHead) =>
      tryInTime(
        (limit) => tryItems(lane, content, isStillHead, limit),
        (failure) => ({
          kind: 'later',
          arrived: [],
          conflicts: [],
          stored: [],
          rest: content.items,
          failure,
        }),
      ),
    statement: (content) =>
      tryInTime(
        (limit) => tryStatement(content, limit),
        (failure) => ({ kind: 'later', failure }),
      ),

    note(lane, stored) {
      const known = versions.get(lane) ?? new Map<string, number>();
      // An answer may be older than what another one has said meanwhile.
      for (const item of stored)
        known.set(keyOf(item), Math.max(item.version, known.get(keyOf(item)) ?? 0));
      versions.set(lane, known);
    },
  };
}

/**
 * Tells apart why a request met a conflict. Where what is stored is what was sent, an earlier try has
 * arrived and only its answer was lost.
 */
function compare(items: readonly PendingItem[], all: readonly StoredItem[]) {
  const found = new Map(all.map((item) => [keyOf(item), item]));
  const arrived: StoredItem[] = [];
  const conflicts: PendingItem[] = [];
  const stored: StoredItem[] = [];
  const rest: PendingItem[] = [];
  for (const item of items) {
    const other = found.get(keyOf(item));
    const version = other?.version ?? 0;
    if (item.base === version) rest.push(item);
    else if (other?.value === item.value) {
      // Behind what its content was told: it goes on what is stored, as after an answer that came.
      if (other.version < (item.told ?? 0)) rest.push({ ...item, base: other.version });
      else arrived.push(other);
    } else if (item.base === undefined) rest.push(item);
    else {
      conflicts.push({ ...item, base: version, told: versionToBe(item) });
      if (other) stored.push(other);
    }
  }
  return { arrived, conflicts, stored, rest };
}
