import { sql, type RawBuilder } from 'kysely';
import { termOf } from '../store/terms.ts';
import { beginOfSchoolYear, schoolYearOf } from './school-year.ts';

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

export interface RetentionPolicy {
  /** For statements of no course below. */
  readonly platform: Cutoffs;
  /** By course; of several that a statement has, the one counts that keeps it longest. */
  readonly courses: ReadonlyMap<string, Cutoffs>;
}

/** What the options come to on a day. */
export function policyOn(
  day: Date,
  { courses = {}, ...platform }: RetentionOptions,
): RetentionPolicy {
  const running = schoolYearOf(day);
  const cutoffsOf = ({ thinAfterYears, deleteAfterYears }: RetentionRule): Cutoffs => ({
    ...(thinAfterYears !== undefined && { thin: beginOfSchoolYear(running - thinAfterYears) }),
    ...(deleteAfterYears !== undefined && {
      delete: beginOfSchoolYear(running - deleteAfterYears),
    }),
  });
  return {
    platform: cutoffsOf(platform),
    courses: new Map(Object.entries(courses).map(([id, rule]) => [id, cutoffsOf(rule)])),
  };
}

/** Condition on a statement `found`; absent: the policy does that with none. */
export function isDue(
  { platform, courses }: RetentionPolicy,
  action: RetentionAction,
): RawBuilder<boolean> | undefined {
  const timeOf = (cutoffs: Cutoffs) => cutoffs[action]?.getTime() ?? -Infinity;
  const latest = Math.max(timeOf(platform), ...[...courses.values()].map(timeOf));
  if (latest === -Infinity) return undefined;
  // The longest first.
  const cases = [...Map.groupBy(courses, ([, cutoffs]) => timeOf(cutoffs))]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([time, some]) => {
      const terms = some.map(([id]) => termOf('course', id));
      return sql`when found.courses && ${terms}::bigint[] then ${written(time)}::timestamptz`;
    });
  const own = sql`${written(timeOf(platform))}::timestamptz`;
  const cutoff = cases.length > 0 ? sql`case ${sql.join(cases, sql` `)} else ${own} end` : own;
  // The first one is what an index is entered by.
  return sql`found.stored < ${written(latest)}::timestamptz and found.stored < ${cutoff}`;
}

function written(time: number): string {
  return time === -Infinity ? '-infinity' : new Date(time).toISOString();
}
