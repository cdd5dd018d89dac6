import type { Contract } from '@lectern/contracts';
import type { Handlers } from '../../http/routes.ts';
import { namesOf } from '../../authorization/person-names.ts';
import { isOfMandants, sightOf } from '../../orders/public.ts';
import type { Database } from '../../storage/database.ts';
import { takeLicenses } from '../taken.ts';

type TakeCalls = Pick<Contract['lima'], 'licensePruneAllLicensesFromUser'>;

export function takenLicensesHandlers(database: Database): Handlers<TakeCalls> {
  return {
    licensePruneAllLicensesFromUser: ({ body, caller, record }) =>
      database.transaction().execute(async (transaction) => {
        const { subject, mandant_identifier, product_reference, reason } = body;
        const names = await namesOf(transaction, subject);
        const owned = await transaction
          .selectFrom('lima.licenses')
          .select('license_code')
          .where('subject', 'in', names)
          .where(isOfMandants(await sightOf(transaction, caller, subject)))
          .$if(mandant_identifier !== undefined, (query) =>
            query.where('mandant_identifier', '=', mandant_identifier!),
          )
          .$if(product_reference !== undefined, (query) =>
            query.where('product_reference', '=', product_reference!),
          )
          .orderBy('license_code')
          .execute();
        const license_codes = await takeLicenses(
          transaction,
          names,
          owned.map(({ license_code }) => license_code),
        );
        if (license_codes.length === 0) return { license_codes, result_state: 'IA_OK' };
        await record(transaction, { subject, license_codes, reason });
        return { license_codes };
      }),
  };
}
