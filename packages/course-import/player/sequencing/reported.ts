import { listAt, numberAt, textAt, type CmiObject } from '../cmi/progress.ts';
import { normalForm, type ObjectiveState } from './activities.ts';
import type { Reported } from './sequencer.ts';

/**
 * Report to the sequencing, from run-time data (SCORM 2004 RTE, sections 4.2.4, 4.2.17, 4.2.20 and 4.2.22).
 *
 * @param id the item's identifier.
 * @param set the elements that content has set itself.
 */
export function reportedOf(
  id: string,
  cmi: CmiObject,
  isSuspended: boolean,
  set: ReadonlySet<string>,
): Reported {
  const { completed, progress, ...primary } = stateOf(cmi);
  return {
    id,
    ...(completed !== undefined && { completed }),
    ...(progress !== undefined && { progress }),
    primary,
    objectives: new Map(
      listAt(cmi, 'objectives').map((objective) => [
        normalForm(textAt(objective, 'id') ?? ''),
        stateOf(objective),
      ]),
    ),
    isSuspended,
    saysCompletion: set.has('cmi.completion_status'),
    saysSuccess: set.has('cmi.success_status'),
  };
}

/** Both the content as a whole and each of its objectives have these elements. */
function stateOf(value: CmiObject): ObjectiveState {
  const state: ObjectiveState = {};
  const completion = textAt(value, 'completion_status');
  const success = textAt(value, 'success_status');
  const progress = numberAt(value, 'progress_measure');
  const measure = numberAt(value, 'score', 'scaled');
  if (completion !== undefined && completion !== 'unknown')
    state.completed = completion === 'completed';
  if (success === 'passed' || success === 'failed') state.satisfied = success === 'passed';
  if (progress !== undefined) state.progress = progress;
  if (measure !== undefined) state.measure = measure;
  for (const name of ['raw', 'min', 'max'] as const) {
    const text = textAt(value, 'score', name);
    if (text !== undefined) state[name] = text;
  }
  return state;
}

/** Elements of an objective when content begins; the opposite of {@link reportedOf}. */
export function objectiveElements(state: ObjectiveState): CmiObject {
  const { satisfied, completed, progress, measure, raw, min, max } = state;
  const score = Object.entries({ scaled: measure, raw, min, max })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)]);
  return {
    ...(satisfied !== undefined && { success_status: satisfied ? 'passed' : 'failed' }),
    ...(completed !== undefined && { completion_status: completed ? 'completed' : 'incomplete' }),
    ...(progress !== undefined && { progress_measure: String(progress) }),
    ...(score.length > 0 && { score: Object.fromEntries(score) as CmiObject }),
  };
}
