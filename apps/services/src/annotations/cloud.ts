import type { Body } from '@lectern/contracts';
import type { cloudCalls } from '@lectern/contracts/calls/annotations/cloud';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import { exchange } from './items/exchange.ts';
import type { ItemChange, ItemKey, ItemKind, Model } from './items/item.ts';
import { keepCopies } from './items/policies.ts';
import { refuseRepeated, type SavedChange } from './items/save.ts';
import {
  changesOf,
  isOnModel,
  issueKinds,
  issueOf,
  listNames,
  listOf,
  modelKinds,
  modelOf,
  modelScopeOf,
  outcomesOf,
  type OutcomeAs,
  type StoredAs,
} from './items/wire.ts';

type CloudCalls = typeof cloudCalls;
type Given = NonNullable<Body<CloudCalls['cloudSynchForIssue']>['changes']>;

const defaultPageSize = 200;

export function cloudHandlers(database: Database): Handlers<CloudCalls> {
  return {
    async cloudSynchForIssue({ body, refusal }) {
      const { cursor, limit = defaultPageSize, with_conflict_copies = false } = body;
      const given: Given = body.changes ?? {};
      const changes = changesIn(given);
      refuseRepeated(changes, keepCopies, refusal);
      const models = (given.models ?? []).map(modelOf);
      if (new Set(models.map(modelText)).size < models.length) throw refusal('ITEM_REPEATED');
      const issue = issueOf(body.subject, body);
      const asked = { changes, cursor, limit, withCopies: with_conflict_copies };
      const exchanged = await exchange(database, issue, asked, refusal);
      return {
        outcomes: listsIn<SavedChange, OutcomeAs>(exchanged.outcomes, models, outcomesOf),
        changes: storedLists(exchanged.items),
        ...(with_conflict_copies ? { conflict_copies: storedLists(exchanged.copies) } : {}),
        next_cursor: exchanged.cursor,
        has_more: exchanged.hasMore,
      };
    },
  };
}

function changesIn({ models = [], ...ofIssue }: Given): ItemChange[] {
  return [
    ...models.flatMap((given) =>
      modelKinds.flatMap((kind) => changesOf(kind, given[listNames[kind]], modelOf(given))),
    ),
    ...issueKinds.flatMap((kind) => changesOf(kind, ofIssue[listNames[kind]])),
  ];
}

const modelText = ({ model_type, model_id }: Model) => JSON.stringify([model_type, model_id]);

interface Keyed {
  readonly key: ItemKey;
}

/** Items or outcomes in the lists of their kinds, those of topics and exercises under these. */
function listsIn<Row extends Keyed, As extends Readonly<Record<ItemKind, unknown>>>(
  rows: readonly Row[],
  models: readonly Model[],
  list: <Kind extends ItemKind>(kind: Kind, rows: readonly Row[]) => As[Kind][],
) {
  const byModel = Map.groupBy(rows, ({ key }) => modelText(key));
  return {
    models: models.map((model) => {
      const ofModel = byModel.get(modelText(model)) ?? [];
      return {
        ...modelScopeOf(model),
        annotations: list('annotation', ofModel),
        notes: list('note', ofModel),
        bookmarks: list('bookmark', ofModel),
        local_store_items: list('local_store_item', ofModel),
      };
    }),
    answers: list('answer', rows),
    user_topics: list('user_topic', rows),
    topic_attributes: list('topic_attributes', rows),
  };
}

type Stored = Parameters<typeof listOf>[1];

/** Items or conflict copies, with the topics and exercises that they stand on. */
function storedLists(stored: Stored) {
  const onModels = stored.map(({ key }) => key).filter(({ kind }) => isOnModel(kind));
  const models = new Map(onModels.map((model) => [modelText(model), model]));
  return listsIn<Stored[number], StoredAs>(stored, [...models.values()], listOf);
}
