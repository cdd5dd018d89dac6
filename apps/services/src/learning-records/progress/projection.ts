import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { sendLater } from '../../storage/send-later.ts';
import type { Tables } from '../../storage/tables.ts';
import type { Sign } from './rules.ts';

export interface IssueVersion {
  readonly course_id: string;
  readonly issue_id: string;
  readonly version: number;
}

/** Sum of the statements read together about one exercise. */
type Summary = Omit<
  Tables['lars.exercise_progress'],
  'subject' | 'course_id' | 'issue_id' | 'has_succeeded'
>;

const quarterInMs = 15 * 60 * 1000;

/** Signs of a subject's statements that were read together, and how far they go. */
export interface ReadOn {
  readonly subject: string;
  readonly last_stored: string;
  readonly last_sequence: string;
  readonly voided: number;
  readonly signs: readonly Sign[];
}

/** Adds what was read. The caller holds the locks of the subjects. */
export async function addProgress(
  transaction: Database,
  { course_id, issue_id, version }: IssueVersion,
  read: readonly ReadOn[],
): Promise<void> {
  if (read.length === 0) return;
  const given = read.map(({ signs, ...place }) => ({
    ...place,
    exercises: summarize(signs),
    activity: activityOf(signs),
  }));
  await sendLater(
    transaction,
    sql`
      select lars.add_progress(subject, ${course_id}, ${issue_id}, ${version}, last_stored,
        last_sequence, voided, exercises, activity)
      from json_to_recordset(${JSON.stringify(given)}) given (
        subject text, last_stored timestamptz, last_sequence bigint, voided integer, exercises json,
        activity json
      )
    `,
  );
}

/** Of all issues. It can be read again. The caller holds the locks of the subjects. */
export async function forgetProgress(
  transaction: Database,
  subjects: readonly string[],
): Promise<void> {
  await sql`
    select lars.forget_progress(subject) from unnest(${subjects}::text[]) subject
  `.execute(transaction);
}

/** In the order in which they were recorded: of two scores of the same moment the later one counts. */
export function summarize(signs: readonly Sign[]): readonly Summary[] {
  const summaries = new Map<string, Summary>();
  for (const { exerciseId, happenedAt, storedAt, isFinished, success, score } of signs) {
    const known = summaries.get(exerciseId) ?? {
      exercise_id: exerciseId,
      begun_at: happenedAt,
      finished_at: null,
      last_finished_at: null,
      last_active_at: happenedAt,
      best_score: null,
      last_score: null,
      scored_at: null,
      last_judged_at: null,
      last_succeeded_at: null,
      last_stored: null,
      last_finished_stored: null,
    };
    summaries.set(exerciseId, known);
    if (happenedAt < known.begun_at) known.begun_at = happenedAt;
    if (happenedAt > known.last_active_at) known.last_active_at = happenedAt;
    known.last_stored = later(known.last_stored, storedAt);
    if (isFinished) {
      known.finished_at = earlier(known.finished_at, happenedAt);
      known.last_finished_at = later(known.last_finished_at, happenedAt);
      known.last_finished_stored = later(known.last_finished_stored, storedAt);
    }
    if (success !== undefined) known.last_judged_at = later(known.last_judged_at, happenedAt);
    if (success) known.last_succeeded_at = later(known.last_succeeded_at, happenedAt);
    if (score === undefined) continue;
    known.best_score = Math.max(score, known.best_score ?? 0);
    if (!known.scored_at || happenedAt >= known.scored_at) {
      known.last_score = score;
      known.scored_at = happenedAt;
    }
  }
  return [...summaries.values()];
}

function earlier(known: Date | null, moment: Date): Date {
  return known && known < moment ? known : moment;
}

function later(known: Date | null, moment: Date): Date {
  return known && known > moment ? known : moment;
}

/** Statements about each exercise in each quarter of an hour. */
function activityOf(signs: readonly Sign[]) {
  const counts = Map.groupBy(signs, ({ exerciseId, happenedAt }) =>
    JSON.stringify([quarterOf(happenedAt), exerciseId]),
  );
  return [...counts.values()].map((some) => ({
    begins: quarterOf(some[0]!.happenedAt),
    exercise_id: some[0]!.exerciseId,
    statements_count: some.length,
  }));
}

function quarterOf(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / quarterInMs) * quarterInMs);
}
