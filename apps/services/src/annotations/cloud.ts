import type { Answer, Body, Contract } from '@lectern/contracts';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import type { ItemChange, ItemKey } from './items/item.ts';
import { refuseRepeated, type SavedChange } from './items/save.ts';
import { exchange } from './items/synch.ts';
import { changesOf, issueOf, listOf, modelOf, modelScopeOf, outcomesOf } from './items/wire.ts';

type CloudCalls = Pick<Contract['clag'], 'cloudSynchForIssue'>;
type Given = NonNullable<Body<CloudCalls['cloudSynchForIssue']>['changes']>;
type Told = Answer<CloudCalls['cloudSynchForIssue']>;

const defaultPageSize = 200;

/** The call under `/v1/cloud`. */
export function cloudHandlers(database: Database): Handlers<CloudCalls> {
  return {
    async cloudSynchForIssue({ body, refusal }) {
      const { cursor, limit = defaultPageSize, with_conflict_copies = false } = body;
      const given: Given = body.changes ?? {};
      const changes = changesIn(given);
      refuseRepeated(changes, refusal);
      const models = (given.models ?? []).map((model) => modelText(modelOf(model)));
      if (new Set(models).size < models.length) throw refusal('ITEM_REPEATED');
      const issue = issueOf(body.subject, body);
      const asked = { changes, cursor, limit, withCopies: with_conflict_copies };
      const told = await exchange(database, issue, asked, refusal);
      return {
        outcomes: outcomesIn(given, told.outcomes),
        changes: listsOf(told.items),
        ...(with_conflict_copies ? { conflict_copies: listsOf(told.copies) } : {}),
        next_cursor: told.cursor,
        has_more: told.hasMore,
      };
    },
  };
}

function changesIn({ models = [], answers, user_topics, topic_attributes }: Given): ItemChange[] {
  return [
    ...models.flatMap((given) => {
      const model = modelOf(given);
      return [
        ...changesOf('annotation', given.annotations, model),
        ...changesOf('note', given.notes, model),
        ...changesOf('bookmark', given.bookmarks, model),
        ...changesOf('local_store_item', given.local_store_items, model),
      ];
    }),
    ...changesOf('answer', answers),
    ...changesOf('user_topic', user_topics),
    ...changesOf('topic_attributes', topic_attributes),
  ];
}

const modelText = ({ model_type, model_id }: Pick<ItemKey, 'model_type' | 'model_id'>) =>
  JSON.stringify([model_type, model_id]);

/** What became of the changes, in the lists that they were given in. */
function outcomesIn({ models = [] }: Given, outcomes: readonly SavedChange[]): Told['outcomes'] {
  const byModel = Map.groupBy(outcomes, ({ key }) => modelText(key));
  return {
    models: models.map((given) => {
      const model = modelOf(given);
      const ofModel = byModel.get(modelText(model)) ?? [];
      return {
        ...modelScopeOf(model),
        annotations: outcomesOf('annotation', ofModel),
        notes: outcomesOf('note', ofModel),
        bookmarks: outcomesOf('bookmark', ofModel),
        local_store_items: outcomesOf('local_store_item', ofModel),
      };
    }),
    answers: outcomesOf('answer', outcomes),
    user_topics: outcomesOf('user_topic', outcomes),
    topic_attributes: outcomesOf('topic_attributes', outcomes),
  };
}

type Stored = Parameters<typeof listOf>[1];

/** Items or conflict copies, in the lists of their kinds. */
function listsOf(stored: Stored) {
  const onModels = stored.filter(({ key }) => onModelKinds.has(key.kind));
  return {
    models: [...Map.groupBy(onModels, ({ key }) => modelText(key)).values()].map((ofModel) => ({
      ...modelScopeOf(ofModel[0]!.key),
      annotations: listOf('annotation', ofModel),
      notes: listOf('note', ofModel),
      bookmarks: listOf('bookmark', ofModel),
      local_store_items: listOf('local_store_item', ofModel),
    })),
    answers: listOf('answer', stored),
    user_topics: listOf('user_topic', stored),
    topic_attributes: listOf('topic_attributes', stored),
  };
}

const onModelKinds: ReadonlySet<ItemKey['kind']> = new Set([
  'annotation',
  'note',
  'bookmark',
  'local_store_item',
]);
