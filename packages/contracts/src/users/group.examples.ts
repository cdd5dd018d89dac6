import type { Examples } from '../example.ts';
import type { groupCalls } from './group.ts';

export const groupExamples: Examples<typeof groupCalls> = {
  groupList: {
    answer: {
      groups: [
        {
          identity_provider_identifier: 'SCHUL_VERLAG_1',
          group: 'aua_group_sv_pandalogin',
        },
      ],
      truncated: false,
    },
  },
};
