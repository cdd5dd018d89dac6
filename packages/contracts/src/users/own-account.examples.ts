import type { Examples } from '../example.ts';
import type { ownAccountCalls } from './own-account.ts';

export const ownAccountExamples: Examples<typeof ownAccountCalls> = {
  userUnlink: { body: { from_subject: 'demo-lea' }, answer: {} },
  userDownloadOwn: { body: { subject: 'demo-lea' }, answer: 'lectern.json' },
  userDeleteOwn: {
    body: { subject: 'demo-lea' },
    answer: {
      erasure: {
        job_id: 'c0ffee00-0000-4000-8000-000000000004',
        state: 'PENDING',
        steps: [
          { service: 'aua', state: 'PENDING', erased: {} },
          { service: 'clag', state: 'PENDING', erased: {} },
        ],
      },
    },
  },
};
