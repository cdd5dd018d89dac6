import type { localStoreItemCalls } from '@lectern/contracts/calls/annotations/local-store-item';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import { refuseConflicts } from './items/policies.ts';
import { readItemsOn } from './items/read.ts';
import { saveBatch } from './items/save.ts';
import { changesOf, issueOf, listOf, modelOf, toWire } from './items/wire.ts';

const kinds = ['local_store_item'] as const;

/** The calls under `/v1/localStoreItem`. Items are always the caller's own. */
export function localStoreItemHandlers(database: Database): Handlers<typeof localStoreItemCalls> {
  return {
    async localStoreItemGetForModel({ body, caller }) {
      const issue = issueOf(caller.subject, body);
      const { model_type, model_id } = modelOf(body);
      const place = { kinds, model_type, model_ids: [model_id] };
      const items = await readItemsOn(database, issue, place, { order: 'name' });
      return { local_store_items: listOf('local_store_item', items) };
    },

    async localStoreItemSetForModel({ body, caller, refusal }) {
      const changes = changesOf('local_store_item', body.local_store_items, modelOf(body));
      const issue = issueOf(caller.subject, body);
      const { outcomes, ...state } = await saveBatch(
        database,
        issue,
        changes,
        refuseConflicts,
        refusal,
      );
      const items = outcomes.map((outcome, place) =>
        toWire('local_store_item', { ...outcome, content: changes[place]!.content }),
      );
      return {
        local_store_items: items.sort(byName),
        ...state,
      };
    },
  };
}

interface Named {
  readonly segment: string;
  readonly key: string;
}

function byName(a: Named, b: Named): number {
  if (a.segment !== b.segment) return a.segment < b.segment ? -1 : 1;
  return a.key < b.key ? -1 : 1;
}
