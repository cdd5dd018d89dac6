import { listAt, numberAt, textAt, type CmiObject } from '../cmi/progress.ts';
import { normalForm, type Activity, type ObjectiveState } from './activities.ts';
import type { Reported } from './sequencer.ts';
import { members } from './tracking.ts';

/** Elements by which content says something of itself, or of an objective. */
const elements = {
  satisfied: 'success_status',
  measure: 'score.scaled',
  raw: 'score.raw',
  min: 'score.min',
  max: 'score.max',
  completed: 'completion_status',
  progress: 'progress_measure',
} as const satisfies Record<keyof ObjectiveState, string>;

/**
 * Report to the sequencing, from run-time data (SCORM 2004 RTE, sections 4.2.4, 4.2.17, 4.2.20 and 4.2.22). Content
 * says its status as a whole, or by its primary objective: what it has set in this session goes first, then what
 * it says as a whole.
 *
 * @param set the elements that content has set itself.
 */
export function reportedOf(
  { id, objectives: [primary] }: Activity,
  cmi: CmiObject,
  isSuspended: boolean,
  set: ReadonlySet<string>,
): Reported {
  const objectives = listAt(cmi, 'objectives').map((objective) => ({
    key: normalForm(textAt(objective, 'id') ?? ''),
    state: stateOf(objective),
  }));
  // A primary objective without an identifier cannot be named by content.
  const at = objectives.findIndex(({ key }) => key !== '' && key === primary!.key);
  const isSet = (name: keyof ObjectiveState) => ({
    ofWhole: set.has(`cmi.${elements[name]}`),
    ofObjective: set.has(`cmi.objectives.${at}.${elements[name]}`),
  });
  const whole = stateOf(cmi);
  const own = objectives[at]?.state;
  const state: ObjectiveState = {};
  for (const name of members) {
    const { ofWhole, ofObjective } = isSet(name);
    const value = ofWhole ? whole[name] : ofObjective ? own?.[name] : (whole[name] ?? own?.[name]);
    if (value !== undefined) Object.assign(state, { [name]: value });
  }
  const says = (name: keyof ObjectiveState) => Object.values(isSet(name)).includes(true);
  return {
    id,
    primary: state,
    objectives: new Map(objectives.map(({ key, state: values }) => [key, values])),
    isSuspended,
    saysCompletion: says('completed'),
    saysSuccess: says('satisfied'),
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
