import type { Examples } from '../example.ts';
import type { groupsCalls } from './groups.ts';

export const groupsExamples: Examples<typeof groupsCalls> = {
  gmsGroupsGet: {
    body: { subject: 'demo-thomas', provider_id: 'BEOOK_1' },
    answer: {
      groups: [{ group_id: 'demo-klasse-5b', provider_id: 'BEOOK_1', name: 'Klasse 5b' }],
    },
  },
};
