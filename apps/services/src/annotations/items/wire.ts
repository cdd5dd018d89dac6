import type { Answer, Contract } from '@lectern/contracts';
import type { Content, Issue, ItemChange, ItemKey, ItemKind, Model, StoredItem } from './item.ts';
import type { SavedChange } from './save.ts';

/* Items as the contract has them (`versioned-item.ts` there), from and to what is stored. */

type Calls = Contract['clag'];
type Synch = Answer<Calls['cloudSynchForIssue']>;
type ModelOf<Part extends 'outcomes' | 'changes'> = Synch[Part]['models'][number];
type Copies = NonNullable<Synch['conflict_copies']>;

/** Types of the items of each kind in some lists of an answer. */
type ListedAs<Lists, ModelLists> = {
  [Kind in ItemKind]: ListOf<Kind extends ModelKind ? ModelLists : Lists, (typeof listNames)[Kind]>;
};
type ListOf<Lists, Name extends string> = Lists extends {
  readonly [key in Name]: readonly (infer Item)[];
}
  ? Item
  : never;

export type StoredAs = ListedAs<Copies, Copies['models'][number]>;
export type OutcomeAs = ListedAs<Synch['outcomes'], ModelOf<'outcomes'>>;

/** Names of the lists that items of each kind have in the calls. */
export const listNames = {
  annotation: 'annotations',
  note: 'notes',
  bookmark: 'bookmarks',
  local_store_item: 'local_store_items',
  answer: 'answers',
  user_topic: 'user_topics',
  topic_attributes: 'topic_attributes',
} as const satisfies Record<ItemKind, string>;

/** The calls list items of these kinds under their topic or exercise. */
export const modelKinds = ['annotation', 'note', 'bookmark', 'local_store_item'] as const;
type ModelKind = (typeof modelKinds)[number];
/** Items of these kinds have the id of their topic or exercise among their fields. */
export const issueKinds = ['answer', 'user_topic', 'topic_attributes'] as const;

export const isOnModel = (kind: ItemKind): kind is ModelKind =>
  (modelKinds as readonly ItemKind[]).includes(kind);

/** Fields of a body that say of which issue it speaks. */
interface IssueScope {
  readonly course_id_dto: { readonly course_id: string };
  readonly issue_id_dto: { readonly issue_id: string };
}

export function issueOf(
  subject: string,
  { course_id_dto: { course_id }, issue_id_dto: { issue_id } }: IssueScope,
): Issue {
  return { subject, course_id, issue_id };
}

interface ModelScope {
  readonly topic_dto?: { readonly topic_id: string } | undefined;
  readonly exercise_dto?: { readonly exercise_id: string } | undefined;
}

/** The contract lets exactly one of the two through. */
export function modelOf({ topic_dto, exercise_dto }: ModelScope): Model {
  return topic_dto
    ? { model_type: 'topic', model_id: topic_dto.topic_id }
    : { model_type: 'exercise', model_id: exercise_dto!.exercise_id };
}

export function modelScopeOf({ model_type, model_id }: Model): ModelScope {
  return model_type === 'topic'
    ? { topic_dto: { topic_id: model_id } }
    : { exercise_dto: { exercise_id: model_id } };
}

interface KindOfItem {
  /** Its fields on the wire that are ids. */
  readonly ids: readonly string[];
  /** Where the ids are its topic or exercise: `model` is where it stands. */
  readonly key: (ids: Readonly<Record<string, string>>, model: Model) => Omit<ItemKey, 'kind'>;
  readonly wire: (key: ItemKey) => Readonly<Record<string, string>>;
}

const kinds: Readonly<Record<ItemKind, KindOfItem>> = {
  annotation: onModel('annotation_id'),
  note: onModel('note_id'),
  bookmark: onModel('bookmark_id'),
  answer: {
    ids: ['exercise_id', 'answer_id'],
    key: ({ exercise_id, answer_id }) => ({
      model_type: 'exercise',
      model_id: exercise_id!,
      segment: '',
      item_id: answer_id!,
    }),
    wire: ({ model_id, item_id }) => ({ exercise_id: model_id, answer_id: item_id }),
  },
  user_topic: ofTopic(),
  topic_attributes: ofTopic(),
  local_store_item: {
    ids: ['segment', 'key'],
    key: ({ segment, key }, model) => ({ ...model, segment: segment!, item_id: key! }),
    wire: ({ segment, item_id }) => ({ segment, key: item_id }),
  },
};

function onModel(id: string): KindOfItem {
  return {
    ids: [id],
    key: (ids, model) => ({ ...model, segment: '', item_id: ids[id]! }),
    wire: ({ item_id }) => ({ [id]: item_id }),
  };
}

function ofTopic(): KindOfItem {
  return {
    ids: ['topic_id'],
    key: ({ topic_id }) => ({
      model_type: 'topic',
      model_id: topic_id!,
      segment: '',
      item_id: '',
    }),
    wire: ({ model_id }) => ({ topic_id: model_id }),
  };
}

/** Where items stand that name their topic or exercise themselves. */
const nowhere: Model = { model_type: 'topic', model_id: '' };

/** A change as a body gives it. */
interface GivenChange {
  readonly version?: number | undefined;
  readonly settled_versions?: readonly number[] | undefined;
  readonly is_removed?: boolean | undefined;
}

/** @param model The topic or exercise that the body names, for kinds that belong to one. */
export function changesOf<Kind extends ItemKind>(
  kind: Kind,
  given: readonly GivenChange[] | undefined,
  model: Model = nowhere,
): ItemChange<Kind>[] {
  const { ids, key } = kinds[kind];
  return (given ?? []).map(({ version, settled_versions = [], is_removed, ...fields }) => {
    const values = fields as Readonly<Record<string, unknown>>;
    const named = Object.fromEntries(ids.map((id) => [id, String(values[id])]));
    const content = Object.entries(values).filter(([field]) => !ids.includes(field));
    return {
      key: { kind, ...key(named, model) },
      base: version,
      settled: settled_versions,
      content: is_removed ? null : asJson(Object.fromEntries(content)),
    };
  });
}

/**
 * As it comes back from the database: without fields that are undefined, and without -0. Texts need no copy, and those
 * of content are long.
 */
export function asJson(content: Content): Content {
  if (Object.values(content).every((value) => typeof value === 'string')) return content;
  return JSON.parse(JSON.stringify(content)) as Content;
}

interface Version extends Pick<StoredItem, 'shared'> {
  readonly key: ItemKey;
  readonly version: number;
  readonly content: Content | null;
  readonly updatedAt: Date;
}

/** An item, a conflict copy, or, where the content is null, a removal. */
export function toWire<Kind extends ItemKind>(kind: Kind, stored: Version): StoredAs[Kind] {
  const { key, content, version, updatedAt } = stored;
  return {
    ...kinds[kind].wire(key),
    ...content,
    version,
    updated_at: updatedAt.toISOString(),
    ...(stored.shared && { shared_at: stored.shared.at.toISOString() }),
    ...(content === null ? { is_removed: true } : {}),
  } as StoredAs[Kind];
}

/** Items or conflict copies of one kind, in their order. */
export function listOf<Kind extends ItemKind>(
  kind: Kind,
  stored: readonly Version[],
): StoredAs[Kind][] {
  return stored.filter(({ key }) => key.kind === kind).map((one) => toWire(kind, one));
}

/** Outcomes of the changes of one kind, in their order. */
export function outcomesOf<Kind extends ItemKind>(
  kind: Kind,
  saved: readonly SavedChange[],
): OutcomeAs[Kind][] {
  return saved
    .filter(({ key }) => key.kind === kind)
    .map(
      ({ key, version, updatedAt, outcome, copyVersion, shared }) =>
        ({
          ...kinds[kind].wire(key),
          version,
          updated_at: updatedAt.toISOString(),
          ...(shared && { shared_at: shared.at.toISOString() }),
          outcome,
          ...(copyVersion === undefined ? {} : { conflict_copy_version: copyVersion }),
        }) as OutcomeAs[Kind],
    );
}
