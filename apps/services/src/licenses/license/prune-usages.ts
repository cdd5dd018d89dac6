import type { Contract } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Handlers } from '../../http/routes.ts';
import { namesOf } from '../../authorization/person-names.ts';
import { isOfMandants, sightOf } from '../../orders/public.ts';
import type { Database } from '../../storage/database.ts';
import { endUsages } from '../ended-usages.ts';
import { lockSubjects } from '../license-locks.ts';

type PruneCalls = Pick<
  Contract['lima'],
  'licensePruneLicenseUsage' | 'licensePruneAllLicenseUsagesForUser'
>;

/** Giving seats back. */
export function prunedUsagesHandlers(database: Database): Handlers<PruneCalls> {
  return {
    licensePruneLicenseUsage: ({ body, caller, refusal, record }) =>
      database.transaction().execute(async (transaction) => {
        const { subject, license_code, license_usage_id } = body;
        const sight = await sightOf(transaction, caller, subject);
        const names = await namesOf(transaction, subject);
        const isAsked = sql`
          usage.license_code = ${license_code} and usage.license_usage_id = ${license_usage_id}
            and usage.subject = any(${names}::text[]) and ${isOfMandants(sight, 'usage.mandant_identifier')}
        `;
        const pruned = await endUsages(transaction, isAsked);
        if (pruned === 0) {
          const { rows } = await sql`
            select from lima.license_usages usage where ${isAsked}
          `.execute(transaction);
          if (rows.length === 0) throw refusal('LICENSE_USAGE_NOT_FOUND');
          return { pruned_license_usages: 0, result_state: 'IA_OK' };
        }
        if (subject !== caller.subject) {
          await record(transaction, { subject, license_code, license_usage_id });
        }
        return { pruned_license_usages: pruned };
      }),

    licensePruneAllLicenseUsagesForUser: ({ body, caller, record }) =>
      database.transaction().execute(async (transaction) => {
        const { subject, mandant_identifier, product_reference } = body;
        const sight = await sightOf(transaction, caller, subject);
        const names = await namesOf(transaction, subject);
        await lockSubjects(transaction, names);
        const pruned = await endUsages(
          transaction,
          sql`
            usage.subject = any(${names}::text[]) and ${isOfMandants(sight, 'usage.mandant_identifier')}
              and usage.mandant_identifier = coalesce(${mandant_identifier ?? null}, usage.mandant_identifier)
              and usage.product_reference = coalesce(${product_reference ?? null}, usage.product_reference)
          `,
        );
        if (pruned === 0) return { pruned_license_usages: 0, result_state: 'IA_OK' };
        if (subject !== caller.subject) {
          const product = { mandant_identifier, product_reference };
          await record(transaction, { subject, ...product, pruned_license_usages: pruned });
        }
        return { pruned_license_usages: pruned };
      }),
  };
}
