import type { Answer, Body, Contract } from '@lectern/contracts';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../storage/database.ts';
import { periodsOf } from './periods.ts';
import { findTimeZone } from './time-zone.ts';

type DataGet = Contract['lars']['dataGet'];
type StatisticsRequest = NonNullable<Body<DataGet>['statistics']>;
type Statistics = NonNullable<Answer<DataGet>['statistics']>;

/** Most verbs that are told apart; what is rarer is left out. */
const slicesMaximum = 100;

/** Where a statement says what it is about; of several activities it may name one without a list. */
const activityIds = [
  '$.object.id',
  '$.context.contextActivities.parent[*].id',
  '$.context.contextActivities.grouping[*].id',
];

/**
 * Counts the statements of a subject, or those of them under one `dto_id`, as a statistics page shows
 * them: by period, or by verb. Reads one subject's statements, on one machine.
 *
 * @returns `undefined` where the time zone is unknown.
 */
export async function countStatements(
  database: Database,
  whose: { readonly subject: string; readonly dto_id: string | undefined },
  request: StatisticsRequest,
): Promise<Statistics | undefined> {
  const { time_zone, diagram_type } = request;
  const zone = await findTimeZone(database, time_zone);
  if (zone === undefined) return undefined;
  const { unit, format, firstYear, first, last } = periodsOf(request);

  const counted = database
    .selectFrom('lars.statements')
    .select([
      sql<Date>`date_trunc(${unit}, ${momentWithin(firstYear, request.year)} at time zone ${zone})`.as(
        'begins',
      ),
      sql<boolean>`(statement #> '{result,success}')::jsonb = 'true'`.as('succeeded'),
      sql<string>`statement #>> '{verb,id}'`.as('verb_id'),
    ])
    .where('subject', '=', whose.subject)
    .where('is_voided', '=', false)
    .$if(whose.dto_id !== undefined, (query) => query.where('dto_id', '=', whose.dto_id!))
    .$if(request.filter_id !== undefined, (query) => query.where(isAbout(request.filter_id!)))
    .as('counted');

  if (diagram_type === 'PIE') {
    const slices = await database
      .selectFrom(counted)
      .select(['verb_id', sql<number>`count(*)::integer`.as('statements_count')])
      .where(sql<boolean>`begins between ${first} and ${last}`)
      .groupBy('verb_id')
      .orderBy('statements_count', 'desc')
      .orderBy(sql`verb_id collate "C"`)
      .limit(slicesMaximum)
      .execute();
    return { diagram_type, slices };
  }
  const points = await database
    .selectFrom(
      sql<{
        begins: Date;
      }>`generate_series(${first}, ${last}, ${`1 ${unit}`}::interval)`.as<'period'>(
        sql`period (begins)`,
      ),
    )
    .leftJoin(counted, 'counted.begins', 'period.begins')
    .select([
      sql<string>`to_char(period.begins, ${format})`.as('period'),
      sql<number>`count(counted.begins)::integer`.as('statements_count'),
      sql<number>`(count(*) filter (where succeeded))::integer`.as('successes_count'),
    ])
    .groupBy('period.begins')
    .orderBy('period.begins')
    .execute();
  return { diagram_type, points };
}

/**
 * When a statement happened, to the second, since no period begins within one; null where that is far
 * from the years that are counted.
 *
 * Taken apart, because PostgreSQL reads less than a `timestamp` may be: no year 0, and no offset
 * beyond 16 hours. Fractions are cut off instead of rounded, which could lead into the next period.
 */
function momentWithin(firstYear: number, lastYear: number): RawBuilder<Date | null> {
  const written = sql`(statement ->> 'timestamp')`;
  const offset = sql`coalesce(substring(${written} from '[+-]\\d\\d:\\d\\d$'), '00:00')::interval`;
  // Weeks, time zones and offsets reach into the years beside. `case` keeps other years from being
  // read as times at all; a condition beside it would not.
  return sql`case when left(${written}, 4)::integer between ${firstYear - 1} and ${lastYear + 1}
    then (left(${written}, 19)::timestamp - ${offset}) at time zone 'UTC'
  end`;
}

/** Compared as text from its end, not as a pattern: `%` and `_` stand for themselves. */
function isAbout(id: string): RawBuilder<boolean> {
  const ending = `/${id}`;
  return sql`(
    dto_id = ${id}
    or exists (
      select from unnest(${activityIds}::jsonpath[]) as place,
        jsonb_path_query(statement::jsonb, place) as found
      where jsonb_typeof(found) = 'string'
        and right(found #>> '{}', length(${ending})) = ${ending}
    )
  )`;
}
