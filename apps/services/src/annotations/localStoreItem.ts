import type { Contract, LocalStoreItem } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import { lockIssue, type LockedIssue } from './items/issue-lock.ts';
import { keyText, type Issue, type ItemKey, type Model, type StoredItem } from './items/item.ts';
import { localStoreColumns, readItems, toItem, type ItemRow } from './items/item-rows.ts';
import { faultOf } from './items/save-batch.ts';
import { issueOf, modelOf } from './items/wire.ts';
import { writeAll, type ItemWrite } from './items/write.ts';

type LocalStoreCalls = Pick<
  Contract['clag'],
  'localStoreItemGetForModel' | 'localStoreItemSetForModel'
>;

/** The calls under `/v1/localStoreItem`. Items are always the caller's own. */
export function localStoreItemHandlers(database: Database): Handlers<LocalStoreCalls> {
  return {
    async localStoreItemGetForModel({ body, caller }) {
      const items = await readModel(database, issueOf(caller.subject, body), modelOf(body));
      return { local_store_items: items.map(toWire) };
    },

    async localStoreItemSetForModel({ body, caller, refusal }) {
      const model = modelOf(body);
      const given = body.local_store_items.map(({ segment, key, ...item }) => ({
        ...item,
        key: { kind: 'local_store_item', ...model, segment, item_id: key } satisfies ItemKey,
      }));
      if (new Set(given.map(({ key }) => keyText(key))).size < given.length) {
        throw refusal('LOCAL_STORE_ITEM_REPEATED');
      }
      const issue = issueOf(caller.subject, body);
      return database.transaction().execute(async (transaction) => {
        const locked = await lockIssue(transaction, issue, given.length);
        const keys = given.map(({ key }) => key);
        const items = await readItems(transaction, issue, keys);
        const stored = new Map(items.map((item) => [keyText(item.key), item]));
        const results = given.map((item) => set(item, stored.get(keyText(item.key)), locked));
        // Thrown inside the transaction: nothing of the request is stored.
        if (results.some((result) => !result)) throw refusal('LOCAL_STORE_ITEM_CONFLICT');
        const done = results.filter((result) => result !== undefined);
        const writes = done.flatMap(({ write }) => write ?? []);
        const { fault } = await writeAll(transaction, issue, locked, {
          items: writes,
          copies: [],
          settled: [],
        });
        if (fault) throw faultOf(refusal)(fault);
        const answer = { local_store_items: done.map(({ item }) => toWire(item)).sort(byName) };
        return writes.length > 0 ? answer : { ...answer, result_state: 'IA_OK' };
      });
    },
  };
}

interface Given {
  readonly key: ItemKey;
  readonly value: string;
  readonly version?: number | undefined;
}

type Item = Omit<StoredItem, 'bytes'>;

/**
 * What is stored already keeps its version, so that a repeat changes nothing; unless the write was made
 * on that very version: then a write that is still on its way, made on the same one, must find another.
 *
 * @returns the item as it is then; `undefined`: it has changed since the version that the write names.
 */
function set(
  { key, value, version: base }: Given,
  stored: StoredItem | undefined,
  { floor, now }: LockedIssue,
): { readonly item: Item; readonly write?: ItemWrite } | undefined {
  const isSame = stored?.content?.['value'] === value;
  if (stored && isSame && base !== stored.version) return { item: stored };
  if (base !== undefined && base !== (stored?.version ?? 0)) return undefined;
  const item: Item = {
    key,
    version: (stored?.version ?? floor) + 1,
    content: { value },
    updatedAt: stored && isSame ? stored.updatedAt : now,
    recent: stored?.recent ?? [],
  };
  return { item, write: { before: stored, next: item } };
}

async function readModel(
  database: Database,
  { subject, course_id, issue_id }: Issue,
  { model_type, model_id }: Model,
): Promise<StoredItem[]> {
  const { rows } = await sql<ItemRow>`
    select ${localStoreColumns}
    from clag.local_store_items item
    where item.subject = ${subject} and item.course_id = ${course_id}
      and item.issue_id = ${issue_id} and item.model_type = ${model_type}
      and item.model_id = ${model_id}
    order by item.segment, item.key
  `.execute(database);
  return rows.map(toItem);
}

function byName(a: LocalStoreItem, b: LocalStoreItem): number {
  if (a.segment !== b.segment) return a.segment < b.segment ? -1 : 1;
  return a.key < b.key ? -1 : 1;
}

function toWire({ key: { segment, item_id }, content, version, updatedAt }: Item): LocalStoreItem {
  return {
    segment,
    key: item_id,
    value: String(content?.['value']),
    version,
    updated_at: updatedAt.toISOString(),
  };
}
