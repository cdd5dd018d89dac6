/** Request and answer of the three servers. */
export const path = '/clag/v1/localStoreItem/setForModel';

/** As many sessions as a small school has at once. */
export const sessions = 64;

export const body = {
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: 'wasser-2026' },
  exercise_dto: { exercise_id: 'kreislauf-3' },
  local_store_items: [
    {
      segment: 'answers',
      key: 'essay',
      value: 'Die Sonne erwärmt das Meer, und Wasser verdunstet.',
    },
    { segment: 'answers', key: 'choice', value: '[true,false,true]' },
    { segment: 'state', key: 'finished', value: 'false', version: 3 },
  ],
};

/** The stored items, as the annotation service answers them. */
export function answerTo(request: { readonly local_store_items: readonly Item[] }) {
  return {
    local_store_items: request.local_store_items.map(({ segment, key, value, version = 0 }) => ({
      segment,
      key,
      value,
      version: version + 1,
      updated_at: '2026-11-21T09:30:00.000Z',
    })),
  };
}

interface Item {
  readonly segment: string;
  readonly key: string;
  readonly value: string;
  readonly version?: number | undefined;
}

export const tokenOf = (session: number) => `token-of-session-${String(session).padStart(4, '0')}`;
export const subjectOf = (session: number) => `subject-${session}`;
