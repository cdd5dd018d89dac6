import type { Examples } from '../example.ts';
import type { userCalls } from './user.ts';

export const userExamples: Examples<typeof userCalls> = {
  userDelete: {
    body: { subject: 'demo-ben' },
    answer: { relations_erased: 1, orders_anonymized: 2, coupons_anonymized: 1 },
  },
};
