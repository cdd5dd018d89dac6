import type { Answer, Contract } from '@lectern/contracts';
import { exerciseStates, type ExerciseStates } from '../../learning-records/public.ts';
import type { Database } from '../../storage/database.ts';
import { exercisesOfIssue, findPublishedIssue, type CourseExercise } from '../course-exercises.ts';
import type { Issue } from '../items/item.ts';
import type { AssignmentContent } from './read.ts';

type Own = Answer<Contract['clag']['assignmentGetForUser']>;
export type Done = Pick<
  Own['assignments'][number],
  'assignment_state' | 'done_targets' | 'done_at'
>;

/** A learner, and since when its progress is told; absent: it asks itself. */
interface Learner {
  readonly subject: string;
  readonly since?: Date;
}

/** How far learners are with assignments. */
export interface AssignmentProgress {
  /** @returns no state of a subject that is no learner here */
  doneOf(subject: string, content: AssignmentContent): Done;
  readonly behind: Pick<Own, 'behind_count'>;
}

/**
 * Reads how far learners are with all that assignments name. A page (or Thema) is its exercises of the published version;
 * what has none, or is not there any more, counts for nothing.
 */
export async function readProgress(
  database: Database,
  { course_id, issue_id }: Pick<Issue, 'course_id' | 'issue_id'>,
  learners: readonly Learner[],
  assignments: readonly { readonly content: AssignmentContent }[],
): Promise<AssignmentProgress> {
  const issue = await findPublishedIssue(database, course_id, [issue_id]);
  const exercises = issue ? await exercisesOfIssue(database, issue) : [];
  const within = exercisesByTarget(exercises);
  const named = new Set(
    assignments.flatMap(({ content }) => content.targets.flatMap((target) => within(target))),
  );
  const asked = exercises.filter(({ exercise_id }) => named.has(exercise_id));
  const { states, behindCount } =
    issue && asked.length > 0
      ? await exerciseStates(database, learners, issue, exercises, asked)
      : { states: new Map<string, ExerciseStates>(), behindCount: 0 };
  return {
    doneOf(subject, { targets }) {
      const own = states.get(subject);
      return own ? doneOf(own, targets.map(within)) : { done_targets: [] };
    },
    behind: behindCount > 0 ? { behind_count: behindCount } : {},
  };
}

function exercisesByTarget(exercises: readonly CourseExercise[]) {
  const isIn = (target: AssignmentContent['targets'][number], exercise: CourseExercise) =>
    'topic_id' in target
      ? target.topic_id === exercise.topic_id || target.topic_id === exercise.thema_id
      : target.exercise_id === exercise.exercise_id;
  return (target: AssignmentContent['targets'][number]): readonly string[] =>
    exercises.filter((exercise) => isIn(target, exercise)).map(({ exercise_id }) => exercise_id);
}

function doneOf(states: ExerciseStates, targets: readonly (readonly string[])[]): Done {
  const all = targets.flat();
  if (all.length === 0) return { done_targets: [] };
  const isFinished = (id: string) => Boolean(states.get(id)?.finishedAt);
  const done_targets = targets.flatMap((ids, place) =>
    ids.length > 0 && ids.every(isFinished) ? [place] : [],
  );
  if (!all.every(isFinished)) {
    const isBegun = all.some((id) => states.has(id));
    return { assignment_state: isBegun ? 'BEGUN' : 'NOT_BEGUN', done_targets };
  }
  const last = all
    .map((id) => states.get(id)!.finishedAt!)
    .toSorted()
    .at(-1)!;
  return { assignment_state: 'FINISHED', done_targets, done_at: last };
}
