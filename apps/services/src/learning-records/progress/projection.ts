import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { Sign } from './rules.ts';

export interface IssueVersion {
  readonly course_id: string;
  readonly issue_id: string;
  readonly version: number;
}

/** Sum of the statements read together about one exercise. */
interface Summary {
  begun: Date;
  finished: Date | null;
  lastFinished: Date | null;
  lastActive: Date;
  hasSucceeded: boolean | null;
  bestScore: number | null;
  lastScore: number | null;
  scored: Date | null;
}

const quarterInMs = 15 * 60 * 1000;

/** Adds what was read. The caller holds the subject's lock, and keeps up to where it has read. */
export async function addSigns(
  transaction: Database,
  subject: string,
  issue: IssueVersion,
  signs: readonly Sign[],
): Promise<void> {
  if (signs.length === 0) return;
  await addSummaries(transaction, subject, issue, summarize(signs));
  await addActivity(transaction, subject, issue, signs);
}

/** Of one issue; without one of all. It can be read again. The caller holds the locks of the subjects. */
export async function forgetProgress(
  transaction: Database,
  subjects: readonly string[],
  issue?: Pick<IssueVersion, 'course_id' | 'issue_id'>,
): Promise<void> {
  const ofIssue = issue
    ? sql`and course_id = ${issue.course_id} and issue_id = ${issue.issue_id}`
    : sql``;
  for (const table of ['progress_readings', 'exercise_progress', 'exercise_activity']) {
    await sql`
      delete from ${sql.table(`lars.${table}`)} where subject = any(${subjects}::text[]) ${ofIssue}
    `.execute(transaction);
  }
}

/** In the order in which they were recorded: of two scores of the same moment the later one counts. */
function summarize(signs: readonly Sign[]): ReadonlyMap<string, Summary> {
  const summaries = new Map<string, Summary>();
  for (const { exerciseId, happenedAt, isFinished, success, score } of signs) {
    const known = summaries.get(exerciseId) ?? {
      begun: happenedAt,
      finished: null,
      lastFinished: null,
      lastActive: happenedAt,
      hasSucceeded: null,
      bestScore: null,
      lastScore: null,
      scored: null,
    };
    summaries.set(exerciseId, known);
    if (happenedAt < known.begun) known.begun = happenedAt;
    if (happenedAt > known.lastActive) known.lastActive = happenedAt;
    if (isFinished) {
      known.finished = earlier(known.finished, happenedAt);
      known.lastFinished = later(known.lastFinished, happenedAt);
    }
    if (success !== undefined) known.hasSucceeded = success || known.hasSucceeded === true;
    if (score === undefined) continue;
    known.bestScore = Math.max(score, known.bestScore ?? 0);
    if (!known.scored || happenedAt >= known.scored) {
      known.lastScore = score;
      known.scored = happenedAt;
    }
  }
  return summaries;
}

function earlier(known: Date | null, moment: Date): Date {
  return known && known < moment ? known : moment;
}

function later(known: Date | null, moment: Date): Date {
  return known && known > moment ? known : moment;
}

async function addSummaries(
  transaction: Database,
  subject: string,
  { course_id, issue_id }: IssueVersion,
  summaries: ReadonlyMap<string, Summary>,
): Promise<void> {
  const all = [...summaries.values()];
  // least and greatest leave out what is null.
  await sql`
    insert into lars.exercise_progress as known (
      subject, course_id, issue_id, exercise_id, begun_at, finished_at, last_finished_at, last_active_at,
      has_succeeded, best_score, last_score, scored_at
    )
    select ${subject}, ${course_id}, ${issue_id}, given.* from unnest(
      ${[...summaries.keys()]}::text[],
      ${all.map(({ begun }) => begun)}::timestamptz[],
      ${all.map(({ finished }) => finished)}::timestamptz[],
      ${all.map(({ lastFinished }) => lastFinished)}::timestamptz[],
      ${all.map(({ lastActive }) => lastActive)}::timestamptz[],
      ${all.map(({ hasSucceeded }) => hasSucceeded)}::boolean[],
      ${all.map(({ bestScore }) => bestScore)}::double precision[],
      ${all.map(({ lastScore }) => lastScore)}::double precision[],
      ${all.map(({ scored }) => scored)}::timestamptz[]
    ) given
    on conflict (subject, course_id, issue_id, exercise_id) do update set
      begun_at = least(known.begun_at, excluded.begun_at),
      finished_at = least(known.finished_at, excluded.finished_at),
      last_finished_at = greatest(known.last_finished_at, excluded.last_finished_at),
      last_active_at = greatest(known.last_active_at, excluded.last_active_at),
      has_succeeded = case
        when known.has_succeeded is null or excluded.has_succeeded is null
          then coalesce(known.has_succeeded, excluded.has_succeeded)
        else known.has_succeeded or excluded.has_succeeded end,
      best_score = greatest(known.best_score, excluded.best_score),
      last_score = case when excluded.scored_at >= coalesce(known.scored_at, '-infinity')
        then excluded.last_score else known.last_score end,
      scored_at = greatest(known.scored_at, excluded.scored_at)
  `.execute(transaction);
}

async function addActivity(
  transaction: Database,
  subject: string,
  { course_id, issue_id }: IssueVersion,
  signs: readonly Sign[],
): Promise<void> {
  await sql`
    insert into lars.exercise_activity as known (
      subject, course_id, issue_id, begins, exercise_id, statements_count
    )
    select ${subject}, ${course_id}, ${issue_id}, begins, exercise_id, count(*)
    from unnest(
      ${signs.map(({ happenedAt }) => quarterOf(happenedAt))}::timestamptz[],
      ${signs.map(({ exerciseId }) => exerciseId)}::text[]
    ) given (begins, exercise_id)
    group by begins, exercise_id
    on conflict (subject, course_id, issue_id, begins, exercise_id) do update
      set statements_count = known.statements_count + excluded.statements_count
  `.execute(transaction);
}

function quarterOf(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / quarterInMs) * quarterInMs);
}
