import * as z from 'zod/mini';
import { administered, defineCall } from '../define.ts';
import { count, subject } from '../scalars.ts';

export const userCalls = {
  userDelete: defineCall({
    path: '/user/delete',
    summary:
      'Erases what the order service keeps of a subject. Coupons and orders stay without it, for the books. IA_OK: nothing was kept.',
    body: z.strictObject({ subject }),
    answer: z.object({
      relations_erased: count('Relations to order systems that were erased.'),
      orders_anonymized: count('Orders that no longer name the subject.'),
      coupons_anonymized: count('Coupons and states in histories that no longer name the subject.'),
    }),
    permission: 'user.erase',
    permissionForOthers: 'user.erase',
    ...administered,
  }),
} as const;
