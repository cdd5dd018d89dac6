import type { Answer, Contract } from '@lectern/contracts';
import { exerciseStates, type ExerciseStates } from '../../learning-records/public.ts';
import type { Database } from '../../storage/database.ts';
import { exercisesOfIssue, findPublishedIssue, type CourseExercise } from '../course-exercises.ts';
import type { Issue } from '../items/item.ts';
import type { AssignmentContent } from './read.ts';

type Own = Answer<Contract['clag']['assignmentGetForUser']>;
export type Done = Pick<
  Own['assignments'][number],
  'assignment_state' | 'done_targets' | 'again_targets' | 'done_at'
>;

/** A learner, and since when its progress is told; absent: it asks itself. */
interface Learner {
  readonly subject: string;
  readonly since?: string;
}

export interface AssignmentProgress {
  /** @returns how far a subject is with an assignment; no state of one that is no learner here */
  doneOf(content: AssignmentContent): (subject: string) => Done;
  readonly behind: Pick<Own, 'behind_count'>;
}

/**
 * Reads how far learners are with all that assignments name. A page (or Thema) is its exercises of the published version;
 * what has none, or is not there any more, counts for nothing.
 *
 * @param feedbackOn Reads the feedback of leaders on exercises.
 */
export async function readProgress(
  database: Database,
  { course_id, issue_id }: Pick<Issue, 'course_id' | 'issue_id'>,
  learners: readonly Learner[],
  assignments: readonly { readonly content: AssignmentContent }[],
  feedbackOn: Parameters<typeof exerciseStates>[5],
): Promise<AssignmentProgress> {
  const issue = await findPublishedIssue(database, course_id, issue_id);
  const exercises = issue ? await exercisesOfIssue(database, issue) : [];
  const within = exercisesByTarget(exercises);
  // Each target once, however many assignments name it.
  const targets = [...new Set(assignments.flatMap(({ content }) => content.targets.map(within)))];
  const named = new Set(targets.flat());
  const asked = exercises.filter(({ exercise_id }) => named.has(exercise_id));
  const { states, behindCount } =
    issue && asked.length > 0
      ? await exerciseStates(database, learners, issue, exercises, asked, feedbackOn)
      : { states: new Map<string, ExerciseStates>(), behindCount: 0 };
  const places = new Map(targets.map((ids, place) => [ids, place]));
  const done = new Map(
    [...states].map(([subject, own]) => [subject, targets.map((ids) => targetDone(own, ids))]),
  );
  return {
    doneOf(content) {
      const own = content.targets.map((target) => places.get(within(target))!);
      return (subject) => {
        const all = done.get(subject);
        return all ? assignmentDone(all, own) : { done_targets: [] };
      };
    },
    behind: behindCount > 0 ? { behind_count: behindCount } : {},
  };
}

type Target = AssignmentContent['targets'][number];
const noExercises: readonly string[] = [];

/** @returns the exercises of a target, in the same array each time */
function exercisesByTarget(exercises: readonly CourseExercise[]) {
  const byTopic = new Map<string, string[]>();
  const byExercise = new Map<string, readonly string[]>();
  for (const { exercise_id, topic_id, thema_id } of exercises) {
    byExercise.set(exercise_id, [exercise_id]);
    for (const id of new Set([topic_id, thema_id])) {
      const ids = byTopic.get(id) ?? [];
      byTopic.set(id, ids);
      ids.push(exercise_id);
    }
  }
  return (target: Target): readonly string[] =>
    ('topic_id' in target ? byTopic.get(target.topic_id) : byExercise.get(target.exercise_id)) ??
    noExercises;
}

interface TargetDone {
  readonly isBegun: boolean;
  readonly isAskedAgain: boolean;
  /** Absent: not all of its exercises are finished. */
  readonly finishedAt: string | undefined;
}

/** @returns `undefined` for a target without exercises */
function targetDone(states: ExerciseStates, ids: readonly string[]): TargetDone | undefined {
  if (ids.length === 0) return undefined;
  const isFinished = ids.every((id) => states.get(id)?.finishedAt);
  return {
    isBegun: ids.some((id) => states.has(id)),
    isAskedAgain: ids.some((id) => states.get(id)?.isAskedAgain),
    finishedAt: isFinished
      ? ids
          .map((id) => states.get(id)!.finishedAt!)
          .reduce((one, other) => (one > other ? one : other))
      : undefined,
  };
}

/** @param places Those of its targets among all. */
function assignmentDone(
  targets: readonly (TargetDone | undefined)[],
  places: readonly number[],
): Done {
  const done_targets: number[] = [];
  const again: number[] = [];
  let countedTargets = 0;
  let isBegun = false;
  let done_at = '';
  for (let place = 0; place < places.length; place += 1) {
    const target = targets[places[place]!];
    if (!target) continue;
    countedTargets += 1;
    isBegun ||= target.isBegun;
    if (target.isAskedAgain) again.push(place);
    if (!target.finishedAt) continue;
    done_targets.push(place);
    if (target.finishedAt > done_at) done_at = target.finishedAt;
  }
  if (countedTargets === 0) return { done_targets };
  if (done_targets.length === countedTargets)
    return { assignment_state: 'FINISHED', done_targets, done_at };
  const again_targets = again.length > 0 ? { again_targets: again } : {};
  return { assignment_state: isBegun ? 'BEGUN' : 'NOT_BEGUN', done_targets, ...again_targets };
}
