import { sql } from 'kysely';
import type pg from 'pg';
import { licensesOfSubject } from '../entitling-groups.ts';
import { currentTime, licenseState, statementTime, type LicenseState } from '../license-state.ts';
import { parameter, prepare } from '../../storage/prepared.ts';
import type { UsageRow } from '../usage-row.ts';

/** How long a usage is kept after it could last have been of use, in hours. */
const keptAfterEndInHours = 24;
/** How many usages that ended long ago whoever obtains one clears away. */
const clearedAtOnce = 8;

/** Facts that decide about a seat, read once the locks are held. */
export interface Situation {
  /** `null`: the subject has no such licence. */
  readonly license_state: LicenseState | null;
  readonly seats: number | null;
  /** The subject owns the licence; otherwise a group entitles it. */
  readonly is_owner: boolean;
  /** The licence is of the publisher and for the product that were asked for. */
  readonly is_of_product: boolean;
  readonly has_device: boolean;
  /** The device counts in the limit of the product already. */
  readonly has_place: boolean;
  readonly places: number;
  readonly device_maximum: number | null;
  /** The device has a usage that lives. */
  readonly has_usage: boolean;
  /** Usages of other devices of the subject that live. */
  readonly other_usages: number;
  /** Usages that have not ended yet, where they are counted. */
  readonly taken: number;
  /** There are usages that may have ended: see `due-usages.ts`. */
  readonly has_due: boolean;
}

/** The statements of obtaining, in the order in which they run. */
export function prepareObtaining(pool: pg.Pool) {
  const subject = parameter<string>(1, 'text');
  const code = parameter<string>(2, 'text');
  const mandant = parameter<string>(3, 'text');
  const product = parameter<string>(4, 'text');
  const device = parameter<string>(5, 'text');
  const ofSubject = licensesOfSubject(subject);
  const end = sql`${statementTime} + ${parameter(7, 'integer')} * interval '1 millisecond'`;

  return {
    /**
     * Locks of the subject and of the licence: one request of a subject at a time, so that places and
     * usages of it can be counted, and none while a licence gets its seats.
     */
    lock: prepare(
      pool,
      'lock-subject-and-license',
      sql`select pg_advisory_xact_lock(hashtextextended(${parameter(1, 'text')}, 0)),
        pg_advisory_xact_lock_shared(hashtextextended(${parameter(2, 'text')}, 0))`,
    ),

    /** The same, keeping everybody else from the licence. */
    lockAlone: prepare(
      pool,
      'lock-subject-and-license-alone',
      sql`select pg_advisory_xact_lock(hashtextextended(${parameter(1, 'text')}, 0)),
        pg_advisory_xact_lock(hashtextextended(${parameter(2, 'text')}, 0))`,
    ),

    /** Subject, code: counts what is taken for the first time. The licence is locked by nobody else. */
    beginCounting: prepare(
      pool,
      'begin-counting-license-seats',
      sql`
        insert into lima.seats (license_code, taken)
        select license.license_code, case
          when exists (select from lima.seats where license_code = ${code}) then 0
          else (
            select count(*) from lima.license_usages
            where license_code = ${code} and ended_at is null
          )
        end
        from ${ofSubject} license
        where license.license_code = ${code} and license.seats is not null
        limit 1
        on conflict do nothing
      `,
    ),

    /** Subject, code: gives a row where the seats are counted, whose lock is held from now on. */
    lockSeats: prepare<{ license_code: string }>(
      pool,
      'lock-license-seats',
      sql`
        select license_code from lima.seats
        where license_code = ${code} and exists (
          select from ${ofSubject} license where license.license_code = ${code}
        )
        for update
      `,
    ),

    /**
     * Subject, code, publisher, product, device. The subject's own usages end where they are too old.
     * They are locked, so that a heartbeat on its way counts; and before those of others that are due:
     * so nobody who holds another's waits for its own.
     */
    judge: prepare<Situation>(
      pool,
      'judge-license-usage',
      sql`
        with clock as materialized (select ${currentTime} as at),
        license as materialized (
          select license.*, ${licenseState('license', sql`clock.at`)} as license_state
          from clock, ${ofSubject} license
          where license.license_code = ${code}
          limit 1
        ),
        own as materialized (
          select usage.license_usage_id, usage.expires_at > clock.at as lives,
            usage.device_identifier = ${device} as is_of_device
          from clock, license, lima.license_usages usage
          where usage.license_code = ${code} and usage.subject = ${subject}
            and usage.ended_at is null
          for update of usage
        ),
        ended as (
          update lima.license_usages usage set ended_at = usage.expires_at
          from own
          where usage.license_code = ${code} and usage.license_usage_id = own.license_usage_id
            and not own.lives
          returning usage.license_usage_id
        ),
        counted as (
          update lima.seats set taken = taken - (select count(*) from ended)
          where license_code = ${code} and exists (select from ended)
        )
        select license.license_state, license.seats, product.device_maximum,
          coalesce(license.subject = ${subject}, false) as is_owner,
          coalesce(
            license.mandant_identifier = ${mandant} and license.product_reference = ${product},
            false
          ) as is_of_product,
          exists (
            select from lima.devices
            where subject = ${subject} and device_identifier = ${device}
          ) as has_device,
          place.has_place, place.places,
          exists (select from own where lives and is_of_device) as has_usage,
          (select count(*)::integer from own where lives and not is_of_device) as other_usages,
          coalesce((select taken from lima.seats where license_code = ${code}), 0)
            - (select count(*) from ended)::integer as taken,
          -- The first in the index: asked whether any is due, PostgreSQL may read them all.
          coalesce((
            select due_at from lima.license_usages
            where license_code = ${code} and ended_at is null
            order by due_at limit 1
          ) <= clock.at, false) as has_due
        from clock
          left join license on true
          left join lima.products product
            on product.mandant_identifier = ${mandant} and product.product_reference = ${product}
          cross join (
            select count(*)::integer as places,
              coalesce(bool_or(device_identifier = ${device}), false) as has_place
            from lima.device_products
            where subject = ${subject} and mandant_identifier = ${mandant}
              and product_reference = ${product}
          ) place
      `,
    ),

    /**
     * Subject, code, publisher, product, device, a new id, milliseconds to live. Gives the usage, new or
     * kept; nothing where the one of the device has ended since it was judged.
     */
    obtain: prepare<UsageRow>(
      pool,
      'obtain-license-usage',
      sql`
        with place as (
          insert into lima.device_products
            (subject, mandant_identifier, product_reference, device_identifier)
          values (${subject}, ${mandant}, ${product}, ${device})
          on conflict do nothing
        ),
        old as (
          select license_usage_id from lima.license_usages
          where license_code = ${code}
            and ended_at < ${statementTime} - make_interval(hours => ${sql.lit(keptAfterEndInHours)})
          order by ended_at
          limit ${sql.lit(clearedAtOnce)}
          for update skip locked
        ),
        cleared as (
          delete from lima.license_usages usage using old
          where usage.license_code = ${code} and usage.license_usage_id = old.license_usage_id
        ),
        obtained as (
          insert into lima.license_usages as usage
            (license_code, license_usage_id, subject, device_identifier, mandant_identifier,
              product_reference, obtained_at, expires_at, due_at)
          values (
            ${code}, ${parameter(6, 'uuid')}, ${subject}, ${device}, ${mandant}, ${product},
            ${statementTime}, ${end}, ${end}
          )
          on conflict (license_code, subject, device_identifier) where ended_at is null
          do update set expires_at = excluded.expires_at,
            due_at = least(usage.due_at, excluded.due_at)
          where usage.expires_at > ${currentTime}
          returning license_code, license_usage_id, subject, device_identifier, obtained_at, expires_at
        ),
        counted as (
          update lima.seats set taken = taken + 1
          where license_code = ${code} and exists (
            select from obtained where license_usage_id = ${parameter(6, 'uuid')}
          )
        )
        select * from obtained
      `,
    ),

    /** Subject, code, device: ends what the subject has on other devices, and gives those that it ended. */
    endOthers: prepare<{ license_usage_id: string }>(
      pool,
      'end-other-license-usages',
      sql`
        with ended as (
          update lima.license_usages usage
          set ended_at = least(usage.expires_at, ${currentTime})
          where usage.license_code = ${code} and usage.subject = ${subject}
            and usage.device_identifier <> ${parameter(3, 'text')} and usage.ended_at is null
          returning usage.license_usage_id
        ),
        counted as (
          update lima.seats set taken = taken - (select count(*) from ended)
          where license_code = ${code} and exists (select from ended)
        )
        select license_usage_id from ended
      `,
    ),
  };
}
