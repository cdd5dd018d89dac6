import { sql, type RawBuilder } from 'kysely';
import { termOf } from '../store/terms.ts';
import { beginOfSchoolYear } from './school-year.ts';

/** How many whole school years statements are kept beside the running one; absent: for ever. */
export interface RetentionRule {
  readonly thinAfterYears?: number | undefined;
  readonly deleteAfterYears?: number | undefined;
}

export interface RetentionOptions extends RetentionRule {
  /** Rules of courses by id, each in place of the platform's. */
  readonly courses?: Readonly<Record<string, RetentionRule>> | undefined;
}

export type RetentionAction = 'thin' | 'delete';

/** Statements that were stored before are thinned or deleted; absent: none. */
export type Cutoffs = { readonly [Action in RetentionAction]?: Date };

/** Of several courses that a statement has, the one counts that keeps it longest. */
export interface RetentionPolicy {
  /** For statements of no course, and for courses without a rule below. */
  readonly platform: Cutoffs;
  /** By course. */
  readonly courses: ReadonlyMap<string, Cutoffs>;
  /** Ids of all published courses: a recorder that is bound to no course may name anything beside them. */
  readonly published: readonly string[];
}

/** Cutoffs of the options in a school year. */
export function policyIn(
  schoolYear: number,
  { courses = {}, ...platform }: RetentionOptions,
  published: readonly string[],
): RetentionPolicy {
  const cutoffsOf = ({ thinAfterYears, deleteAfterYears }: RetentionRule): Cutoffs => ({
    ...(thinAfterYears !== undefined && { thin: beginOfSchoolYear(schoolYear - thinAfterYears) }),
    ...(deleteAfterYears !== undefined && {
      delete: beginOfSchoolYear(schoolYear - deleteAfterYears),
    }),
  });
  return {
    platform: cutoffsOf(platform),
    courses: new Map(Object.entries(courses).map(([id, rule]) => [id, cutoffsOf(rule)])),
    published,
  };
}

/** Condition on a row `found` of `lars.statements`; absent: the policy does that with none. */
export function isDue(
  { platform, courses, published }: RetentionPolicy,
  action: RetentionAction,
): RawBuilder<boolean> | undefined {
  const timeOf = (cutoffs: Cutoffs) => cutoffs[action]?.getTime() ?? -Infinity;
  const latest = Math.max(timeOf(platform), ...[...courses.values()].map(timeOf));
  if (latest === -Infinity) return undefined;
  const ofPlatform = timeOf(platform);
  const hasOtherCourse = sql`case when found.said_within is null
    then found.courses && ${termsOf(published.filter((id) => !courses.has(id)))}
    else not found.courses <@ ${termsOf([...courses.keys()])} end`;
  const cases = [...Map.groupBy(courses.keys(), (id) => timeOf(courses.get(id)!))]
    .map(([time, ids]) => ({ time, condition: sql`found.courses && ${termsOf(ids)}` }))
    .concat({ time: ofPlatform, condition: hasOtherCourse })
    // The first case that holds counts.
    .toSorted((left, right) => (left.time < right.time ? -1 : 1))
    .map(({ time, condition }) => sql`when ${condition} then ${timestampOf(time)}`);
  const cutoff =
    courses.size > 0
      ? sql`case ${sql.join(cases, sql` `)} else ${timestampOf(ofPlatform)} end`
      : timestampOf(ofPlatform);
  // The latest one enters the index.
  return sql`found.stored < ${timestampOf(latest)} and found.stored < ${cutoff}`;
}

function termsOf(courses: readonly string[]): RawBuilder<unknown> {
  return sql`${courses.map((id) => termOf('course', id))}::bigint[]`;
}

function timestampOf(time: number): RawBuilder<unknown> {
  return sql`${time === -Infinity ? '-infinity' : new Date(time).toISOString()}::timestamptz`;
}
