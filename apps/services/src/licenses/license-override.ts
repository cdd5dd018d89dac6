import type { licenseOverrideCalls } from '@lectern/contracts/calls/licenses/license-override';
import { sql } from 'kysely';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import { namesOf } from '../authorization/person-names.ts';
import { isOfMandants, sightOf, type TokenOwner } from '../orders/public.ts';
import { overrideOf, type OverrideRow } from './live-overrides.ts';

export function licenseOverrideHandlers(database: Database): Handlers<typeof licenseOverrideCalls> {
  return {
    licenseOverrideSave: ({ body, caller, refusal, record }) =>
      database.transaction().execute(async (transaction) => {
        const { subject, license_code, license_override } = body;
        const { license_override_id, license_override_kind, reason } = license_override;
        const ends_at = new Date(license_override.ends_at);
        const license = await lockLicense(transaction, caller, body);
        if (!license) throw refusal('LICENSE_NOT_FOUND');
        const stored = await findOverride(transaction, license, license_override_id);
        if (stored) {
          const isSame =
            stored.deleted_at === null &&
            stored.license_override_kind === license_override_kind &&
            stored.reason === reason &&
            stored.ends_at.getTime() === ends_at.getTime();
          if (!isSame) throw refusal('LICENSE_OVERRIDE_CONFLICT');
          return { license_override: overrideOf(stored), result_state: 'IA_OK' };
        }
        // The clock of the database decides here, too: nothing is added that has ended.
        const { rows } = await sql<OverrideRow>`
          insert into lima.license_overrides
            (subject, license_code, license_override_id, license_override_kind, reason, ends_at, saved_by)
          select ${license.subject}, ${license_code}, ${license_override_id}::uuid,
            ${license_override_kind}, ${reason}, ${ends_at}::timestamptz, ${caller.tokenSubject}
          where ${ends_at}::timestamptz > now()
          returning *
        `.execute(transaction);
        const [saved] = rows;
        if (!saved) throw refusal('LICENSE_OVERRIDE_IN_THE_PAST');
        await record(transaction, { subject, license_code, license_override });
        return { license_override: overrideOf(saved) };
      }),

    licenseOverrideDelete: ({ body, caller, refusal, record }) =>
      database.transaction().execute(async (transaction) => {
        const { subject, license_code, license_override_id, reason } = body;
        const license = await lockLicense(transaction, caller, body);
        if (!license) throw refusal('LICENSE_NOT_FOUND');
        const stored = await findOverride(transaction, license, license_override_id);
        if (!stored) throw refusal('LICENSE_OVERRIDE_NOT_FOUND');
        if (stored.deleted_at) return { result_state: 'IA_OK' };
        await transaction
          .updateTable('lima.license_overrides')
          .set({ deleted_at: sql<Date>`now()` })
          .where('subject', '=', license.subject)
          .where('license_code', '=', license_code)
          .where('license_override_id', '=', license_override_id)
          .execute();
        await record(transaction, { subject, license_code, license_override_id, reason });
        return {};
      }),
  };
}

/**
 * @returns the licence, by the name of the subject that owns it, where the caller sees it; then its overrides
 *   change one after the other.
 */
async function lockLicense(
  transaction: Database,
  caller: TokenOwner,
  { subject, license_code }: { readonly subject: string; readonly license_code: string },
): Promise<{ readonly subject: string; readonly license_code: string } | undefined> {
  return transaction
    .selectFrom('lima.licenses')
    .select(['subject', 'license_code'])
    .where('subject', 'in', await namesOf(transaction, subject))
    .where('license_code', '=', license_code)
    .where(isOfMandants(await sightOf(transaction, caller)))
    .forUpdate()
    .executeTakeFirst();
}

function findOverride(
  transaction: Database,
  { subject, license_code }: { readonly subject: string; readonly license_code: string },
  id: string,
): Promise<OverrideRow | undefined> {
  return transaction
    .selectFrom('lima.license_overrides')
    .selectAll()
    .where('subject', '=', subject)
    .where('license_code', '=', license_code)
    .where('license_override_id', '=', id)
    .executeTakeFirst();
}
