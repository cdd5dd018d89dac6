import type { Answer, Body, Contract } from '@lectern/contracts';
import { exerciseState } from '@lectern/contracts/calls/learning-records/progress';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { periodsOf } from '../periods.ts';
import { activityRows, progressRows, type Counted } from './learned.ts';

type Calls = Contract['lars'];
export type ChartRequest = NonNullable<Body<Calls['progressGetForSubject']>['chart']>;
type Chart = NonNullable<Answer<Calls['progressGetForSubject']>['chart']>;

/** Counts over time, or by state at the end of it. @param zone for `at time zone` */
export async function drawChart(
  database: Database,
  counted: Counted,
  request: ChartRequest,
  zone: string,
): Promise<Chart> {
  const { diagram_type } = request;
  if (diagram_type === 'PIE') {
    return { diagram_type, slices: await slicesOf(database, counted, request, zone) };
  }
  return { diagram_type, points: await pointsOf(database, counted, request, zone) };
}

async function pointsOf(
  database: Database,
  counted: Counted,
  request: ChartRequest,
  zone: string,
): Promise<NonNullable<Chart['points']>> {
  const { unit, format, first, last, shift } = periodsOf(request);
  const step = sql`${`1 ${unit}`}::interval`;
  const begins = sql`(${first}) at time zone ${zone}`;
  const ends = sql`((${last}) + ${step}) at time zone ${zone}`;
  const within = (moment: RawBuilder<unknown>) =>
    sql`${moment} >= ${begins} and ${moment} < ${ends}`;
  const periodOf = (moment: RawBuilder<unknown>) =>
    sql`date_trunc(${unit}, (${moment} at time zone ${zone}) - ${shift}) + ${shift}`;
  const progress = progressRows(counted);
  const { rows: points } = await sql<NonNullable<Chart['points']>[number]>`
    with counted (begins, statements, begun, finished) as materialized (
      select ${periodOf(sql`begins`)}, statements_count, 0, 0
      from ${activityRows(counted)} active where ${within(sql`begins`)}
      union all
      select ${periodOf(sql`begun_at`)}, 0, 1, 0
      from ${progress} begun where ${within(sql`begun_at`)}
      union all
      select ${periodOf(sql`finished_at`)}, 0, 0, 1
      from ${progress} finished where ${within(sql`finished_at`)}
    )
    select to_char(period.begins, ${format}) as period,
      coalesce(sum(statements), 0)::integer as statements_count,
      coalesce(sum(begun), 0)::integer as begun_count,
      coalesce(sum(finished), 0)::integer as finished_count
    from generate_series(${first}, ${last}, ${step}) period (begins)
      left join counted on counted.begins = period.begins
    group by period.begins
    order by period.begins
  `.execute(database);
  return points;
}

async function slicesOf(
  database: Database,
  counted: Counted,
  request: ChartRequest,
  zone: string,
): Promise<NonNullable<Chart['slices']>> {
  const { unit, last } = periodsOf(request);
  const ends = sql`((${last}) + ${`1 ${unit}`}::interval) at time zone ${zone}`;
  const { rows } = await sql<NonNullable<Chart['slices']>[number]>`
    select case when finished_at >= ${ends} then 'BEGUN' else exercise_state end as exercise_state,
      count(*)::integer as exercises_count
    from ${progressRows(counted)} progress where begun_at < ${ends}
    group by 1
  `.execute(database);
  const counts = new Map(rows.map((row) => [row.exercise_state, row.exercises_count]));
  const begun = rows.reduce((sum, row) => sum + row.exercises_count, 0);
  counts.set('NOT_BEGUN', counted.learners.length * counted.exercises.length - begun);
  return exerciseState.options.map((state) => ({
    exercise_state: state,
    exercises_count: counts.get(state) ?? 0,
  }));
}
