import type { Answer, Contract } from '@lectern/contracts';
import { sql } from 'kysely';
import type { CourseExercise } from '../../annotations/public.ts';
import type { Database } from '../../storage/database.ts';
import { lookUp, progressRows, type Counted } from './learned.ts';

export type Progress = Answer<Contract['lars']['progressGetForSubject']>['progress'];

type ExerciseState = NonNullable<Progress['exercises']>[number]['exercise_state'];

interface ThemaRow {
  readonly subject: string;
  readonly thema_id: string;
  readonly begun_count: number;
  readonly again_count: number;
  readonly succeeded_count: number;
  readonly handed_in_count: number;
  readonly seen_count: number;
  readonly mean_score: number | null;
  readonly last_active_at: Date;
}

interface ExerciseRow {
  readonly subject: string;
  readonly exercise_id: string;
  readonly exercise_state: Exclude<ExerciseState, 'NOT_BEGUN'>;
  readonly begun_at: Date;
  readonly finished_at: Date | null;
  readonly last_active_at: Date;
  readonly best_score: number | null;
  readonly last_score: number | null;
}

/** How far subjects are with exercises, as it was when they were last caught up; each one is there. */
export async function progressOf(
  database: Database,
  counted: Counted,
  byExercise: boolean,
): Promise<ReadonlyMap<string, Progress>> {
  const [ofThemen, ofExercises] = await Promise.all([
    readThemen(database, counted),
    byExercise ? readExercises(database, counted) : undefined,
  ]);
  const themen = Map.groupBy(ofThemen, ({ subject }) => subject);
  const single = ofExercises && Map.groupBy(ofExercises, ({ subject }) => subject);
  return new Map(
    counted.learners.map(({ subject }) => {
      const own = themen.get(subject) ?? [];
      return [
        subject,
        {
          themen: own.map(themaOf),
          ...(single && { exercises: (single.get(subject) ?? []).map(exerciseOf) }),
          ...(own.length > 0 && {
            last_active_at: new Date(
              Math.max(...own.map(({ last_active_at }) => last_active_at.getTime())),
            ).toISOString(),
          }),
        },
      ];
    }),
  );
}

function themaOf({ subject: _, mean_score, last_active_at, ...counts }: ThemaRow) {
  return {
    ...counts,
    ...(mean_score !== null && { mean_score }),
    last_active_at: last_active_at.toISOString(),
  };
}

function exerciseOf({
  subject: _,
  exercise_id,
  exercise_state,
  begun_at,
  finished_at,
  last_active_at,
  best_score,
  last_score,
}: ExerciseRow) {
  return {
    exercise_id,
    exercise_state,
    ...(best_score !== null && { best_score }),
    ...(last_score !== null && { last_score }),
    begun_at: begun_at.toISOString(),
    ...(finished_at && { finished_at: finished_at.toISOString() }),
    last_active_at: last_active_at.toISOString(),
  };
}

async function readThemen(database: Database, counted: Counted): Promise<readonly ThemaRow[]> {
  const themaOfExercise = counted.exercises.map(
    ({ exercise_id, thema_id }) => [exercise_id, thema_id] as const,
  );
  const { rows } = await sql<ThemaRow>`
    select subject, ${lookUp(themaOfExercise, 'exercise_id')} as thema_id,
      count(*)::integer as begun_count,
      ${countOf('AGAIN')} as again_count, ${countOf('SUCCEEDED')} as succeeded_count,
      ${countOf('HANDED_IN')} as handed_in_count, ${countOf('SEEN')} as seen_count,
      avg(best_score) as mean_score, max(last_active_at) as last_active_at
    from ${progressRows(counted)} progress
    group by 1, 2
  `.execute(database);
  return inOrder(rows, counted.exercises, 'thema_id');
}

const countOf = (state: ExerciseState) =>
  sql`(count(*) filter (where exercise_state = ${state}))::integer`;

async function readExercises(
  database: Database,
  counted: Counted,
): Promise<readonly ExerciseRow[]> {
  const { rows } = await sql<ExerciseRow>`
    select subject, exercise_id, exercise_state, begun_at, finished_at, last_active_at, best_score,
      last_score
    from ${progressRows(counted)} progress
  `.execute(database);
  return inOrder(rows, counted.exercises, 'exercise_id');
}

/** Rows in the order of the issue. */
function inOrder<Key extends 'thema_id' | 'exercise_id', Row extends Record<Key, string>>(
  rows: readonly Row[],
  exercises: readonly CourseExercise[],
  key: Key,
): readonly Row[] {
  const places = new Map(
    [...new Set(exercises.map((one) => one[key]))].map((id, place) => [id, place]),
  );
  return rows.toSorted((a, b) => places.get(a[key])! - places.get(b[key])!);
}
