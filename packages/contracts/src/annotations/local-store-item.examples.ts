import type { Examples } from '../example.ts';
import type { localStoreItemCalls } from './local-store-item.ts';

const scope = {
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: 'wasser-2026' },
  exercise_dto: { exercise_id: 'kreislauf-luecken' },
};

const item = {
  segment: 'match_keyboard',
  key: 'answer',
  value: '{"sonne":"Sonne","dampf":"Wasserdampf"}',
};

export const localStoreItemExamples: Examples<typeof localStoreItemCalls> = {
  localStoreItemGetForModel: {
    body: scope,
    answer: {
      local_store_items: [{ ...item, version: 1, updated_at: '2026-11-21T09:30:00.000Z' }],
    },
  },
  localStoreItemSetForModel: {
    body: { ...scope, local_store_items: [{ ...item, version: 0 }] },
    answer: {
      local_store_items: [{ ...item, version: 1, updated_at: '2026-11-21T09:30:00.000Z' }],
    },
  },
};
