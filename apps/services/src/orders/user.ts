import type { Contract } from '@lectern/contracts';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import { namesOf } from '../authorization/person-names.ts';
import { sumOf } from '../storage/subject-data.ts';
import { ordersSubjectData } from './subject-data.ts';

type UserCalls = Pick<Contract['osc'], 'userDelete'>;

/** Erasing a subject in this service alone; `user/delete` of the user service does it everywhere. */
export function orderUserHandlers({
  database,
}: {
  readonly database: Database;
}): Handlers<UserCalls> {
  return {
    userDelete: ({ body: { subject }, record }) =>
      database.transaction().execute(async (transaction) => {
        const erasures = [];
        for (const name of await namesOf(transaction, subject)) {
          erasures.push(await ordersSubjectData.erase(transaction, name));
        }
        const erased = sumOf(erasures);
        const rows = (...tables: readonly string[]) =>
          tables.reduce((sum, table) => sum + (erased[table] ?? 0), 0);
        const answer = {
          relations_erased: rows('osc.order_system_user_relations'),
          orders_anonymized: rows('osc.orders'),
          coupons_anonymized: rows('osc.coupons', 'osc.coupon_history'),
        };
        if (rows(...Object.keys(erased)) === 0) return { ...answer, result_state: 'IA_OK' };
        await record(transaction, { subject, ...answer });
        return answer;
      }),
  };
}
