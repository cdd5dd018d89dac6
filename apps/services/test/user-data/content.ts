import { randomUUID } from 'node:crypto';
import { contract, type BodyInput, type Contract } from '@lectern/contracts';
import type { SignedIn } from '@lectern/env/testing';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { readItems } from '../../src/annotations/items/read.ts';
import type {
  Content,
  Issue,
  ItemChange,
  ItemKey,
  ItemKind,
} from '../../src/annotations/items/item.ts';
import { keepCopies } from '../../src/annotations/items/policies.ts';
import { saveItems } from '../../src/annotations/items/save.ts';
import { changesOf, modelOf } from '../../src/annotations/items/wire.ts';
import { isStorable } from '../../src/http/json-body.ts';
import type { Database } from '../../src/index.ts';
import { schemaOf, variantsOf, type Schema } from '../fuzz/variants.ts';
import { valuesOf } from '../fuzz/values.ts';
import type { TestPlatform } from '../platform.ts';
import { course_id, issue_id } from './calls.ts';

/* Content of users as the calls take it, put where those calls put it. */

export const topic = (model_id: string) => ({ model_type: 'topic', model_id }) as const;
export const exercise = (model_id: string) => ({ model_type: 'exercise', model_id }) as const;

export const noteKey = (model_id: string, item_id: string = randomUUID()): ItemKey => ({
  kind: 'note',
  ...topic(model_id),
  segment: '',
  item_id,
});
export const noteContent = (text: string): Content => ({
  note_type: 'SIDENOTE',
  content: { note_content_type: 'PLAIN_TEXT', text },
});

/** Stores changes as any of the calls does. */
export function store(
  database: Database,
  issue: Issue,
  changes: readonly Partial<ItemChange>[],
): Promise<unknown> {
  const whole = changes.map((change) => ({ base: 0, settled: [], ...change }) as ItemChange);
  return database
    .transaction()
    .execute((transaction) =>
      saveItems(transaction, issue, whole, keepCopies, (code: string) => new Error(code)),
    );
}

/** Fields that say of which version a change is, and what it does, rather than what an item is. */
const fieldsOfChange = new Set(['version', 'settled_versions', 'is_removed']);

const lists: Readonly<Record<ItemKind, string>> = {
  annotation: 'annotations',
  note: 'notes',
  bookmark: 'bookmarks',
  answer: 'answers',
  user_topic: 'user_topics',
  topic_attributes: 'topic_attributes',
  local_store_item: 'local_store_items',
};

/** An item as a device sends it: its ids and its content. */
interface GivenItem {
  readonly kind: ItemKind;
  /** Where it stands; empty for kinds that name their topic or exercise themselves. */
  readonly model: ModelScope;
  readonly fields: Content;
}
type ModelScope = Parameters<typeof modelOf>[0];
type Changes = NonNullable<BodyInput<Contract['clag']['cloudSynchForIssue']>['changes']>;

/** The body that changes an item. */
function changesTo({ kind, model, fields }: GivenItem, made: object): Changes {
  const list = { [lists[kind]]: [{ ...fields, ...made }] };
  return isOnModel(kind) ? { models: [{ ...model, ...list }] } : list;
}

const givenChanges = contract.clag.cloudSynchForIssue.body.def.shape.changes;
const { properties: inIssue = {} } = schemaOf(z.toJSONSchema(givenChanges, { io: 'input' }));
const { properties: inModel = {} } = schemaOf(schemaOf(inIssue['models']).items);
const isOnModel = (kind: ItemKind) => lists[kind] in inModel;

/** Few ids, so that edits meet. */
const ids = ['a', '../Übung "1"'];
const uuids = ['7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b01', '7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b02'];
const knownIds: Readonly<Record<string, readonly string[]>> = {
  annotation_id: uuids,
  note_id: uuids,
  bookmark_id: uuids,
  topic_id: ids,
  exercise_id: ids,
  answer_id: ids,
  segment: ids,
  key: ids,
};
const anyId = fc.constantFrom(...ids);
const models = fc.oneof(
  anyId.map((topic_id) => ({ topic_dto: { topic_id } })),
  anyId.map((exercise_id) => ({ exercise_dto: { exercise_id } })),
);

/** The fields of items of a kind, by the contract. */
function fieldsOf(kind: ItemKind): Schema {
  const { items } = schemaOf(inModel[lists[kind]] ?? inIssue[lists[kind]]);
  const { anyOf, oneOf, ...single } = schemaOf(items);
  const [change = single] = (anyOf ?? oneOf ?? []).map(schemaOf);
  const { properties = {}, required = [] } = change;
  const isOfItem = (field: string) => !fieldsOfChange.has(field);
  return {
    ...change,
    properties: Object.fromEntries(Object.entries(properties).filter(([field]) => isOfItem(field))),
    required: required.filter(isOfItem),
  };
}

const itemsOf = (kind: ItemKind, fields: Schema): fc.Arbitrary<GivenItem> =>
  fc
    .record({
      kind: fc.constant(kind),
      model: isOnModel(kind) ? models : fc.constant({}),
      fields: valuesOf(fields, (field) => knownIds[field] ?? []) as fc.Arbitrary<Content>,
    })
    .filter((item) => {
      const changes = changesTo(item, { version: 0 });
      const isTaken = z.safeParse(givenChanges, changes).success;
      return isTaken && isStorable(changes);
    });

const kinds = Object.keys(lists) as ItemKind[];

/** Edits in their order: what is written on the newest version, on none, or removed, and by which way. */
export const anyEdits = fc.array(
  fc.record({
    item: fc.oneof(...kinds.map((kind) => itemsOf(kind, fieldsOf(kind)))),
    knows: fc.boolean(),
    removes: fc.boolean(),
    isCall: fc.boolean(),
  }),
  { maxLength: 25 },
);
export type Edits = typeof anyEdits extends fc.Arbitrary<infer Value> ? Value : never;

/** Items of all kinds in which each option of the contract occurs, each field also absent where it may be. */
export const everyOption: fc.Arbitrary<Edits> = fc.tuple(
  ...kinds.flatMap((kind) =>
    [...variantsOf(fieldsOf(kind))].map((fields) =>
      fc.record({
        item: itemsOf(kind, fields),
        knows: fc.constant(false),
        removes: fc.constant(false),
        isCall: fc.boolean(),
      }),
    ),
  ),
);

/** Writes edits one after the other; who does not know the newest version makes a conflict copy. */
export async function writeEdits(
  platform: TestPlatform,
  who: SignedIn,
  edits: Edits,
): Promise<void> {
  const { subject } = who;
  const issue = { subject, course_id, issue_id };
  const scope = { subject, course_id_dto: { course_id }, issue_id_dto: { issue_id } };
  for (const { item, knows, removes, isCall } of edits) {
    const { kind, model, fields } = item;
    const given = { ...fields, version: 0 };
    const [change] = changesOf(kind, [given], isOnModel(kind) ? modelOf(model) : undefined);
    const { key, content } = change!;
    const isRemoval = removes && kind !== 'local_store_item';
    const [stored] = knows ? await readItems(platform.database, issue, [key]) : [];
    const base = stored?.version ?? 0;
    if (isCall && !isRemoval) {
      const changes = changesTo(item, { version: base });
      await platform.as('clag', who).cloudSynchForIssue({ body: { ...scope, changes } });
    } else {
      await store(platform.database, issue, [{ key, base, content: isRemoval ? null : content }]);
    }
  }
}
