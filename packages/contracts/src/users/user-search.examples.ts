import type { Examples } from '../example.ts';
import type { userSearchCalls } from './user-search.ts';

const mia = {
  subject: 'demo-mia',
  given_name: 'Mia',
  family_name: 'Keller',
  email: 'mia@schule.example',
};

export const userSearchExamples: Examples<typeof userSearchCalls> = {
  userQuickSearch: {
    body: { term: 'mia@', type: 'email_or_subject', limit: 5 },
    answer: { users: [mia], truncated: false },
  },
  userExtendedSearch: {
    body: {
      filter: {
        family_name: 'kel',
        identity_provider_identifier: 'BEOOK_1',
        created_after: '2026-08-01T00:00:00+02:00',
      },
      sort: { field: 'created_at', direction: 'descending' },
      limit: 1,
    },
    answer: {
      users: [
        { ...mia, mandant_groups: [], role_names: [], created_at: '2026-08-17T06:12:44.310Z' },
      ],
      next_cursor: 'WyIyMDI2LTA4LTE3VDA2OjEyOjQ0LjMxMFoiLCJkZW1vLW1pYSJd',
    },
  },
  userExternalSearch: {
    body: { term: 'Wyss', identity_provider_identifier: 'SCHUL_VERLAG_1' },
    answer: {
      users: [
        {
          identity_provider_identifier: 'SCHUL_VERLAG_1',
          external_id: 'demo-lea',
          given_name: 'Lea',
          family_name: 'Wyss',
          email: 'lea@schule.example',
          subject: 'demo-lea',
        },
      ],
      truncated: false,
    },
  },
  userGetForProvider: {
    body: { identity_provider_identifier: 'BEOOK_1', external_id: 'demo-mia' },
    answer: { user: mia },
  },
};
