import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Database } from '../../src/index.ts';
import type { Content, Issue, ItemChange, ItemKey } from '../../src/annotations/items/item.ts';
import { saveChanges } from '../../src/annotations/items/save.ts';

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
      saveChanges(transaction, issue, whole, { refusal: (code) => new Error(code) }),
    );
}

const texts = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !text.includes('\0'));
const ids = fc.constantFrom('a', '../Übung "1"');
const uuids = fc.constantFrom(
  '7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b01',
  '7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b02',
);
const colors = fc.constantFrom('ANNOTATION_COLOR_1', 'ANNOTATION_COLOR_4');
const models = fc.oneof(ids.map(topic), ids.map(exercise));

const item = (
  kind: ItemKey['kind'],
  model: fc.Arbitrary<Pick<ItemKey, 'model_type' | 'model_id'>>,
  names: { segment?: fc.Arbitrary<string>; item_id: fc.Arbitrary<string> },
  content: fc.Arbitrary<Content>,
): fc.Arbitrary<{ key: ItemKey; content: Content }> =>
  fc
    .tuple(model, names.segment ?? fc.constant(''), names.item_id, content)
    .map(([where, segment, item_id, given]) => ({
      key: { kind, ...where, segment, item_id },
      content: JSON.parse(JSON.stringify(given)) as Content,
    }));

/** Any item of any kind. */
export const anyItem = fc.oneof(
  item(
    'note',
    models,
    { item_id: uuids },
    fc.record(
      {
        note_type: fc.constantFrom('UNDEFINED', 'SUMMARY'),
        title: texts.filter((text) => text.length > 0),
        content: texts.map((text) => ({ note_content_type: 'PLAIN_TEXT', text })),
        color_index: colors,
      },
      { requiredKeys: ['note_type', 'content'] },
    ),
  ),
  item('bookmark', models, { item_id: uuids }, fc.record({ color_index: colors })),
  item(
    'annotation',
    ids.map(topic),
    { item_id: uuids },
    fc.record({
      color_index: colors,
      anchor: fc.constant({
        location: 'topic_text',
        quote: { exact: 'Wasser' },
        position: { start: 1, end: 7 },
      }),
    }),
  ),
  item(
    'answer',
    ids.map(exercise),
    { item_id: ids },
    fc.record({
      content: fc.oneof(
        texts.map((text) => ({ basic_answer_type: 'essay', text })),
        fc.array(ids).map((choice_ids) => ({ basic_answer_type: 'choice', choice_ids })),
      ),
      is_done: fc.boolean(),
    }),
  ),
  item(
    'user_topic',
    ids.map(topic),
    { item_id: fc.constant('') },
    fc.record({
      title: fc.constantFrom('Titel', 'ß'),
      content: texts.map((html) => ({ topic_type: 'EDITABLE_HTML', html })),
    }),
  ),
  item(
    'topic_attributes',
    ids.map(topic),
    { item_id: fc.constant('') },
    fc.record(
      { is_done: fc.boolean(), progress_in_percent: fc.integer({ min: 0, max: 100 }) },
      { requiredKeys: [] },
    ),
  ),
  item(
    'local_store_item',
    models,
    { segment: ids, item_id: ids },
    texts.map((value) => ({ value })),
  ),
);

/** Edits in their order: what is written on the newest version, on none, or removed. */
export const anyEdits = fc.array(
  fc.record({ item: anyItem, knows: fc.boolean(), removes: fc.boolean() }),
  { maxLength: 25 },
);
export type Edits = typeof anyEdits extends fc.Arbitrary<infer Value> ? Value : never;

/** Writes edits one after the other; who does not know the newest version makes a conflict copy. */
export async function writeEdits(database: Database, issue: Issue, edits: Edits): Promise<void> {
  for (const {
    item: { key, content },
    knows,
    removes,
  } of edits) {
    const isRemoval = removes && key.kind !== 'local_store_item';
    const change = { key, content: isRemoval ? null : content };
    const base = knows ? await versionOf(database, issue, key) : 0;
    await store(database, issue, [{ ...change, base }]);
  }
}

async function versionOf(database: Database, issue: Issue, key: ItemKey): Promise<number> {
  if (key.kind === 'local_store_item') return 0;
  const row = await database
    .selectFrom('clag.content_items')
    .select('version')
    .where('subject', '=', issue.subject)
    .where('course_id', '=', issue.course_id)
    .where('issue_id', '=', issue.issue_id)
    .where('kind', '=', key.kind)
    .where('model_type', '=', key.model_type)
    .where('model_id', '=', key.model_id)
    .where('item_id', '=', key.item_id)
    .executeTakeFirst();
  return row?.version ?? 0;
}
