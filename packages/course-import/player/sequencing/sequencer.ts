import type { Course } from '../../src/course.ts';
import {
  isWithin,
  newState,
  pathUp,
  sequencingFormat,
  type Activity,
  type ActivityState,
  type ObjectiveState,
  type SequencingState,
} from './activities.ts';
import { ActivityTree } from './activity-tree.ts';
import { endAttempt, endDescendants, forgetShared, select } from './attempts.ts';
import { choiceOf } from './choice.ts';
import { deliver, mayDeliver } from './delivery.ts';
import { navigationOf } from './navigation.ts';
import type { Request, SequencingRequest } from './requests.ts';
import { rollUpFrom } from './rollup.ts';
import { terminate } from './termination.ts';
import { members, Tracking, type UnknownShared } from './tracking.ts';
import { flow, type Found } from './traversal.ts';

/*
 * Sequencing of SCORM 2004 (SN 4th Edition 1.1), as its pseudo code says; names of processes stand at the
 * functions that do their work. One request goes through these:
 *
 *     request ─▶ valid? NB.2.1 ─▶ end attempts TB.2.3 ─▶ find an activity SB.2.12 ─▶ deliver it DB.1.1, DB.2
 *                navigation.ts    termination.ts         traversal.ts, choice.ts      delivery.ts
 *                                     post-conditions ask for another one ──▲
 */

/** State of content when its session ends. */
export interface Reported {
  /** Identifier of the item. */
  readonly id: string;
  /** As content says it as a whole or by its primary objective; absent is unknown. */
  readonly primary: ObjectiveState;
  /** By key of the identifiers that the content gave. */
  readonly objectives: ReadonlyMap<string, ObjectiveState>;
  readonly isSuspended: boolean;
  /** True where content has set these itself, be it to unknown. */
  readonly saysCompletion: boolean;
  readonly saysSuccess: boolean;
}

/** An objective as content finds it. */
interface ObjectiveOfContent {
  /** As the manifest writes it. */
  readonly id: string;
  readonly state: ObjectiveState;
  /** True for what is shared and unknown, whatever the content's own state says. */
  readonly unknown: UnknownShared;
}

export interface Outcome {
  /** False where the request is refused. */
  readonly isDone: boolean;
  /** The activity to open. */
  readonly delivered?: string;
  /** The course has come to its end, or goes on later. */
  readonly end?: 'ended' | 'suspended';
}

const refused: Outcome = { isDone: false };

/** A learner's way through a course. */
export class Sequencer {
  readonly #tree: ActivityTree;

  constructor(course: Course, state: SequencingState = newState()) {
    this.#tree = new ActivityTree(course, state);
  }

  get state(): SequencingState {
    return this.#tree.state;
  }

  get current(): Activity | undefined {
    return this.#tree.current;
  }

  activity(id: string): Activity | undefined {
    return this.#tree.activity(id);
  }

  /** Goes on from a state that was kept as JSON, maps as objects. @returns whether it is one. */
  restore(kept: unknown): boolean {
    if (typeof kept !== 'object' || kept === null || !('format' in kept)) return false;
    if (kept.format !== sequencingFormat) return false;
    const { activities, globals, ...state } = kept as Partial<KeptState>;
    if (!isObject(activities) || !isObject(globals)) return false;
    const mapped = Object.entries(activities).map(
      ([id, activity]) => [id, { ...activity, objectives: mapOf(activity.objectives) }] as const,
    );
    this.#tree.tracking = new Tracking({
      ...state,
      format: sequencingFormat,
      activities: new Map(mapped),
      globals: mapOf(globals),
    });
    return true;
  }

  /** Objectives as content finds them, by key. @param isNew whether its attempt begins. */
  objectivesOf(activity: Activity, isNew: boolean): ReadonlyMap<string, ObjectiveOfContent> {
    return new Map(
      activity.objectives
        .filter(({ id }) => id !== '')
        .map((objective) => {
          const shared = this.#tree.tracking.sharedStateOf(objective);
          const own = isNew ? this.#tree.tracking.objectiveOf(activity, objective) : {};
          const unknown = this.#tree.tracking.unknownOf(objective);
          return [objective.key, { id: objective.id, state: { ...own, ...shared }, unknown }];
        }),
    );
  }

  /** Takes over what content has reported. Content of an item that is not open any more has no say. */
  report(reported: Reported): void {
    const { current } = this.#tree;
    if (current?.id !== reported.id || !this.#tree.tracking.of(current).isActive) return;
    transfer(this.#tree, current, reported);
  }

  /** OP.1. */
  process(request: Request): Outcome {
    const navigation = navigationOf(this.#tree, request);
    if (!navigation) return refused;
    let { sequencing } = navigation;
    if (navigation.termination) {
      const next = terminate(this.#tree, navigation.termination);
      if (next === undefined) return refused;
      if (next !== 'as asked') sequencing = next;
    }
    const target = 'target' in request ? this.#tree.activity(request.target) : undefined;
    if (sequencing === 'exit') return this.#exit(navigation.termination === 'suspendAll');
    const destination = find(this.#tree, sequencing, target);
    if (destination === 'end of the course') {
      endDescendants(this.#tree, this.#tree.root);
      endAttempt(this.#tree, this.#tree.root);
      this.#tree.state.current = undefined;
      return { isDone: true, end: 'ended' };
    }
    if (destination === 'nowhere' || !mayDeliver(this.#tree, destination)) return refused;
    deliver(this.#tree, destination, sequencing === 'resumeAll');
    return { isDone: true, delivered: destination.id };
  }

  /** True where a request would not be refused; nothing changes. */
  mayProcess(request: Request, reported: Reported | undefined): boolean {
    return this.#onCopy(reported, () => this.process(request).isDone);
  }

  /** The leaves that can be chosen, once the open one has ended. */
  choices(reported: Reported | undefined): ReadonlySet<string> {
    const isAsked = [...this.#tree.activities.values()].filter(
      (activity) =>
        activity.children.length === 0 &&
        navigationOf(this.#tree, { kind: 'choice', target: activity.id }) !== undefined,
    );
    return this.#onCopy(reported, () => {
      const choosable = new Set<string>();
      const { current } = this.#tree;
      if (current && this.#tree.tracking.of(current).isActive) endAttempt(this.#tree, current);
      for (const activity of isAsked) {
        const choice = choiceOf(this.#tree, activity);
        if (typeof choice !== 'string' && mayDeliver(this.#tree, choice))
          choosable.add(activity.id);
      }
      return choosable;
    });
  }

  /** Asks on a copy of the state, in which the open content has reported. */
  #onCopy<T>(reported: Reported | undefined, ask: () => T): T {
    const kept = this.#tree.tracking;
    this.#tree.tracking = new Tracking(structuredClone(kept.state));
    try {
      if (reported) this.report(reported);
      return ask();
    } finally {
      this.#tree.tracking = kept;
    }
  }

  /**
   * Begins with what is known where no state was kept. Attempts that were not completed go on, and so does what is
   * around them: new ones would count, and forget what is known.
   *
   * @param leaves Of each leaf that was attempted: its completion, and what is known of its primary objective.
   */
  begin(leaves: ReadonlyMap<string, ObjectiveState>): void {
    const begun: Activity[] = [];
    for (const [id, { completed, ...primary }] of leaves) {
      const activity = this.#tree.activity(id);
      if (!activity || activity.children.length > 0) continue;
      const isSuspended = completed !== true;
      Object.assign(this.#tree.tracking.of(activity), { attemptCount: 1, isSuspended });
      setOrDelete(this.#tree.tracking.of(activity), 'completed', completed);
      Object.assign(this.#tree.tracking.localOf(activity, activity.objectives[0]!), primary);
      for (const cluster of pathUp(activity.parent))
        Object.assign(this.#tree.tracking.of(cluster), { attemptCount: 1, isSuspended: true });
      begun.push(activity);
    }
    // Leaves of which less is known come first: sharing deletes what is unknown.
    const isKnown = (activity: Activity) => {
      const { satisfied } = this.#tree.tracking.localOf(activity, activity.objectives[0]!);
      return Number(satisfied !== undefined);
    };
    begun.sort((a, b) => isKnown(a) - isKnown(b));
    for (const activity of begun) this.#tree.tracking.share(activity);
    for (const activity of begun) rollUpFrom(this.#tree, activity);
  }

  /**
   * The open item is shown again: its attempt goes on, whether it has ended or not. Rules may have ended a
   * cluster around it and moved the current activity there.
   */
  reopen(id: string): boolean {
    const activity = this.#tree.activity(id);
    const { current } = this.#tree;
    if (!activity || !current || !isWithin(activity, current)) return false;
    this.#tree.state.current = id;
    for (const inner of pathUp(activity)) this.#tree.tracking.of(inner).isActive = true;
    this.#tree.tracking.of(activity).isSuspended = false;
    return true;
  }

  /** SB.2.11. */
  #exit(isSuspended: boolean): Outcome {
    const { current } = this.#tree;
    if (current?.parent) return { isDone: true };
    this.#tree.state.current = undefined;
    return { isDone: true, end: isSuspended ? 'suspended' : 'ended' };
  }
}

type Kept<T> = Readonly<Record<string, T>>;

interface KeptState extends Omit<SequencingState, 'activities' | 'globals'> {
  readonly activities: Kept<
    Omit<ActivityState, 'objectives'> & { readonly objectives: Kept<ObjectiveState> }
  >;
  readonly globals: Kept<ObjectiveState>;
}

function mapOf<T>(kept: Kept<T>): Map<string, T> {
  return new Map(Object.entries(kept));
}

/** SB.2.12. */
function find(
  tree: ActivityTree,
  sequencing: SequencingRequest,
  target: Activity | undefined,
): Found {
  const { current } = tree;
  const tracking = tree.tracking;
  switch (sequencing) {
    case 'start':
      forgetShared(tree);
      for (const activity of tree.activities.values()) select(tree, activity, true);
      return tree.root.children.length === 0
        ? tree.root
        : flow(tracking, tree.root, 'forward', true);
    case 'resumeAll':
      return tree.activity(tree.state.suspended ?? '') ?? 'nowhere';
    case 'continue':
    case 'previous':
      if (current?.parent?.definition.sequencingControls?.flow !== true) return 'nowhere';
      return flow(tracking, current, sequencing === 'continue' ? 'forward' : 'backward', false);
    case 'retry':
      if (!current) return 'nowhere';
      if (current === tree.root) forgetShared(tree);
      return current.children.length === 0 ? current : flow(tracking, current, 'forward', true);
    case 'jump':
      return target ?? 'nowhere';
    case 'choice':
      for (const activity of tree.activities.values()) select(tree, activity, true);
      return target ? choiceOf(tree, target) : 'nowhere';
    case 'exit':
      return 'nowhere';
  }
}

/** Writes a report into the state of its activity (RTE, section 4.2). */
function transfer(tree: ActivityTree, activity: Activity, reported: Reported): void {
  const tracking = tree.tracking;
  const state = tracking.of(activity);
  state.isSuspended = reported.isSuspended;
  if (!tracking.isTracked(activity)) return;
  state.saysCompletion = reported.saysCompletion;
  state.saysSuccess = reported.saysSuccess;
  const { completed, progress, ...primary } = reported.primary;
  setOrDelete(state, 'completed', completed);
  setOrDelete(state, 'completionAmount', progress);
  for (const objective of activity.objectives) {
    const values: ObjectiveState | undefined = objective.isPrimary
      ? primary
      : reported.objectives.get(objective.key);
    if (!values) continue;
    const local = tracking.localOf(activity, objective);
    for (const name of members) {
      if (values[name] === undefined) Reflect.deleteProperty(local, name);
      else Object.assign(local, { [name]: values[name] });
    }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function setOrDelete<T extends object, Name extends keyof T>(
  object: T,
  name: Name,
  value: T[Name] | undefined,
): void {
  if (value === undefined) Reflect.deleteProperty(object, name);
  else object[name] = value;
}
