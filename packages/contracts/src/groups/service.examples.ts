import type { Examples } from '../example.ts';
import type { serviceCalls } from './service.ts';

export const serviceExamples: Examples<typeof serviceCalls> = {
  serviceMigrateGroups: {
    body: {
      from_provider_id: 'BEOOK_1',
      to_provider_id: 'SCHUL_VERLAG_1',
      group_ids: ['demo-klasse-5b'],
    },
    answer: {
      results: [{ group_id: 'demo-klasse-5b', outcome: 'MIGRATED', transaction_index: 6 }],
      more_groups: false,
    },
  },
};
