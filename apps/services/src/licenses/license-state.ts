import { sql, type RawBuilder } from 'kysely';

/** The clock of the database at the beginning of a transaction. */
export const transactionTime = sql<Date>`now()`;
/** The clock of the database at the beginning of a statement, after the locks of those before it. */
export const statementTime = sql<Date>`statement_timestamp()`;
/** The clock of the database now, which goes on while a transaction waits for a lock. */
export const currentTime = sql<Date>`clock_timestamp()`;

export type LicenseState =
  | 'LICENSE_STATE_VALID'
  | 'LICENSE_STATE_EXPIRED'
  | 'LICENSE_STATE_BLOCKED';

/** True where an override holds; `one` in the statements that ask. */
export function isLive(clock: RawBuilder<Date>): RawBuilder<boolean> {
  return sql<boolean>`(one.deleted_at is null and one.ends_at > ${clock})`;
}

/**
 * The state of a licence at a time, by its dates and its overrides: a block wins, and an extension lets
 * the licence hold past its end, not before its beginning.
 *
 * @param license Name of a row with the columns of `lima.licenses`.
 */
export function licenseState(license: string, clock: RawBuilder<Date>): RawBuilder<LicenseState> {
  const row = sql.ref<Date | null>;
  const column = (name: string) => row(`${license}.${name}`);
  return sql<LicenseState>`(
    select case
      when coalesce(bool_or(one.license_override_kind = 'LICENSE_OVERRIDE_KIND_BLOCK'), false)
        then 'LICENSE_STATE_BLOCKED'
      when ${column('valid_from')} <= ${clock} and (
        ${column('valid_until')} is null or ${clock} < ${column('valid_until')}
        or bool_or(one.license_override_kind = 'LICENSE_OVERRIDE_KIND_EXTEND')
      ) then 'LICENSE_STATE_VALID'
      else 'LICENSE_STATE_EXPIRED'
    end
    from lima.license_overrides one
    where one.subject = ${column('subject')} and one.license_code = ${column('license_code')}
      and ${isLive(clock)}
  )`;
}
