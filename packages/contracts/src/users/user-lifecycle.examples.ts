import type { Examples } from '../example.ts';
import type { userLifecycleCalls } from './user-lifecycle.ts';

const migration = { subject: 'demo-mia', started_at: '2026-11-21T09:30:00.000Z' };

export const userLifecycleExamples: Examples<typeof userLifecycleCalls> = {
  userLink: {
    body: { from_token: 'mF_9.B5f-4.1JqM', to_token: 'Zx81.kP0-7.aQ3n', migrate: true },
    answer: {
      from_subject: 'demo-lea',
      to_subject: 'demo-mia',
      linked: true,
      undo_until: '2026-12-05T09:30:00.000Z',
      job: {
        job_id: 'c0ffee00-0000-4000-8000-000000000002',
        state: 'PENDING',
        steps: [
          { service: 'lars', state: 'PENDING', moved: {} },
          { service: 'clag', state: 'PENDING', moved: {} },
        ],
      },
    },
  },
  userStartCloudMigration: {
    body: { subject: 'demo-mia' },
    answer: { migration: { ...migration, state_before: 'NOT_STARTED', state: 'RUNNING' } },
  },
  userFinalizedCloudMigration: {
    answer: {
      migration: {
        ...migration,
        state_before: 'RUNNING',
        state: 'FINALIZED',
        finalized_at: '2026-11-21T09:34:10.500Z',
      },
    },
  },
  userDelete: {
    body: { subject: 'demo-jonas' },
    answer: {
      subject: 'demo-jonas',
      erasure: {
        job_id: 'c0ffee00-0000-4000-8000-000000000003',
        state: 'DONE',
        steps: [
          { service: 'aua', state: 'DONE', erased: { users: 1, identities: 1, user_roles: 1 } },
          { service: 'clag', state: 'DONE', erased: { local_store_items: 0 } },
        ],
      },
    },
  },
};
