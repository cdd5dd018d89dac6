import { sql } from 'kysely';
import type pg from 'pg';
import { statementTime } from './license-state.ts';
import { parameter, prepare } from '../storage/prepared.ts';

/** Counts of due usages: looked at, and ended where there was no heartbeat. */
export interface LookedAt {
  readonly looked_at: number;
  readonly ended: number;
  /** Ended usages of the subject itself. */
  readonly ended_own: number;
}

/**
 * Code, how many, subject: looks at the usages of a licence that are due longest, and ends them or puts
 * them off to where heartbeats have brought them. One whose heartbeat is on its way is passed over, since
 * it lives.
 *
 * An index of when usages end would be written with each heartbeat; that of when they are due is written
 * at most once in the lifetime of a usage, by those who look for a seat. The seats are locked, where they
 * are counted.
 */
export function prepareLookAtDue(pool: pg.Pool) {
  const code = parameter<string>(1, 'text');
  return prepare<LookedAt>(
    pool,
    'look-at-due-license-usages',
    sql`
      with due as (
        select license_usage_id from lima.license_usages
        where license_code = ${code} and ended_at is null
          and due_at <= ${statementTime}
        order by due_at
        limit ${parameter(2, 'integer')}
        for update skip locked
      ),
      looked_at as (
        update lima.license_usages usage
        set due_at = usage.expires_at,
          ended_at = case when usage.expires_at <= ${statementTime} then usage.expires_at end
        from due
        where usage.license_code = ${code}
          and usage.license_usage_id = due.license_usage_id
        returning usage.ended_at, usage.subject
      ),
      count as (
        select count(*)::integer as looked_at, count(ended_at)::integer as ended,
          count(ended_at) filter (where subject = ${parameter(3, 'text')})::integer as ended_own
        from looked_at
      ),
      counted as (
        update lima.seats set taken = taken - count.ended from count
        where license_code = ${code} and count.ended > 0
      )
      select looked_at, ended, ended_own from count
    `,
  );
}
