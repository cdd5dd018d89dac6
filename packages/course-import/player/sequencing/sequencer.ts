import type { ObjectiveMap } from '../../src/activity-definition.ts';
import type { Course } from '../../src/course.ts';
import {
  commonAncestor,
  isWithin,
  newState,
  pathDown,
  pathUp,
  sequencingFormat,
  treeOf,
  type Activity,
  type ObjectiveState,
  type SequencingState,
} from './activities.ts';
import { rollUp } from './rollup.ts';
import { ruleActionOf } from './rules.ts';
import { members, Tracking, type UnknownShared } from './tracking.ts';
import { flow, isClosed, mayPass, neighbour, type Found } from './traversal.ts';

/*
 * Sequencing of SCORM 2004 (SN 4th Edition 1.1), as its pseudo code says; names of processes stand at the
 * functions that do their work. One request goes through these:
 *
 *     request ─▶ valid? NB.2.1 ─▶ end attempts TB.2.3 ─▶ find an activity SB.2.12 ─▶ deliver it DB.1.1, DB.2
 *                                     post-conditions ask for another one ──▲
 */

/** Request of a learner or of content. */
export type Request =
  | {
      readonly kind:
        | 'start'
        | 'resumeAll'
        | 'continue'
        | 'previous'
        | 'exit'
        | 'exitAll'
        | 'abandon'
        | 'abandonAll'
        | 'suspendAll';
    }
  | { readonly kind: 'choice' | 'jump'; readonly target: string };

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

/** Result of a request. */
export interface Outcome {
  /** False where the request is refused. */
  readonly isDone: boolean;
  /** The activity to open. */
  readonly delivered?: string;
  /** The course has come to its end, or goes on later. */
  readonly end?: 'ended' | 'suspended';
}

type Internal =
  | 'start'
  | 'resumeAll'
  | 'continue'
  | 'previous'
  | 'retry'
  | 'exit'
  | 'choice'
  | 'jump';

/** Most rollups of a cluster after one change: objectives in a circle may never settle. */
const rollupsMaximum = 50;

const refused: Outcome = { isDone: false };

/** A learner's way through a course. */
export class Sequencer {
  readonly #tree: ReadonlyMap<string, Activity>;
  readonly #root: Activity;
  readonly #keepsShared: boolean;
  /** Clusters whose rollup reads a shared objective, by its key. */
  readonly #readingClusters = new Map<string, Set<Activity>>();
  #tracking: Tracking;

  constructor(course: Course, state: SequencingState = newState()) {
    this.#tree = treeOf(course);
    this.#root = this.#tree.get(course.organization.id)!;
    this.#keepsShared = course.organization.objectivesGlobalToSystem !== false;
    this.#tracking = new Tracking(state);
    for (const activity of this.#tree.values()) {
      // A cluster is seen by the one around it as its objectives are read.
      const readers = [activity, activity.parent].filter((reader) => reader?.children.length);
      // Rules to skip may name any objective.
      for (const map of activity.objectives.flatMap(({ maps }) => maps)) {
        if (!isRead(map)) continue;
        const { targetObjectiveID: key } = map;
        const clusters = this.#readingClusters.get(key) ?? new Set();
        for (const reader of readers) clusters.add(reader!);
        this.#readingClusters.set(key, clusters);
      }
    }
  }

  get state(): SequencingState {
    return this.#tracking.state;
  }

  /** Goes on from a state that was kept. @returns whether it is one. */
  restore(kept: unknown): boolean {
    if (typeof kept !== 'object' || kept === null || !('format' in kept)) return false;
    if (kept.format !== sequencingFormat) return false;
    const { activities, globals } = kept as Partial<SequencingState>;
    if (!isObject(activities) || !isObject(globals)) return false;
    this.#tracking = new Tracking(kept as SequencingState);
    return true;
  }

  get current(): Activity | undefined {
    const { current } = this.state;
    return current === undefined ? undefined : this.#tree.get(current);
  }

  activity(id: string): Activity | undefined {
    return this.#tree.get(id);
  }

  /** Objectives as content finds them, by key. @param isNew whether its attempt begins. */
  objectivesOf(activity: Activity, isNew: boolean): ReadonlyMap<string, ObjectiveOfContent> {
    return new Map(
      activity.objectives
        .filter(({ id }) => id !== '')
        .map((objective) => {
          const shared = this.#tracking.sharedStateOf(objective);
          const own = isNew ? this.#tracking.objectiveOf(activity, objective) : {};
          const unknown = this.#tracking.unknownOf(objective);
          return [objective.key, { id: objective.id, state: { ...own, ...shared }, unknown }];
        }),
    );
  }

  /** Takes over what content has reported. Content of an item that is not open any more has no say. */
  report(reported: Reported): void {
    const { current } = this;
    if (current?.id !== reported.id || !this.#tracking.of(current).isActive) return;
    this.#transfer(current, reported);
  }

  /** OP.1. */
  process(request: Request): Outcome {
    const navigation = this.#navigationOf(request);
    if (!navigation) return refused;
    let { sequencing } = navigation;
    if (navigation.termination) {
      const next = this.#terminate(navigation.termination);
      if (next === undefined) return refused;
      if (next !== 'as asked') sequencing = next;
    }
    const target = 'target' in request ? this.#tree.get(request.target) : undefined;
    if (sequencing === 'exit') return this.#exit(navigation.termination === 'suspendAll');
    const destination = this.#find(sequencing, target);
    if (destination === 'end of the course') {
      this.#endDescendants(this.#root);
      this.#endAttempt(this.#root);
      this.state.current = undefined;
      return { isDone: true, end: 'ended' };
    }
    if (destination === 'nowhere' || !this.#mayDeliver(destination)) return refused;
    this.#deliver(destination, sequencing === 'resumeAll');
    return { isDone: true, delivered: destination.id };
  }

  /** True where a request would not be refused; nothing changes. */
  mayProcess(request: Request, reported: Reported | undefined): boolean {
    return this.#onCopy(reported, () => this.process(request).isDone);
  }

  /** The leaves that can be chosen, once the open one has ended. */
  choices(reported: Reported | undefined): ReadonlySet<string> {
    const isAsked = [...this.#tree.values()].filter(
      (activity) =>
        activity.children.length === 0 &&
        this.#navigationOf({ kind: 'choice', target: activity.id }) !== undefined,
    );
    return this.#onCopy(reported, () => {
      const choosable = new Set<string>();
      const { current } = this;
      if (current && this.#tracking.of(current).isActive) this.#endAttempt(current);
      for (const activity of isAsked) {
        const choice = this.#choice(activity);
        if (typeof choice !== 'string' && this.#mayDeliver(choice)) choosable.add(activity.id);
      }
      return choosable;
    });
  }

  /** Asks on a copy of the state, in which the open content has reported. */
  #onCopy<T>(reported: Reported | undefined, ask: () => T): T {
    const kept = this.#tracking;
    this.#tracking = new Tracking(structuredClone(kept.state));
    try {
      if (reported) this.report(reported);
      return ask();
    } finally {
      this.#tracking = kept;
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
      const activity = this.#tree.get(id);
      if (!activity || activity.children.length > 0) continue;
      const isSuspended = completed !== true;
      Object.assign(this.#tracking.of(activity), { attemptCount: 1, isSuspended });
      setOrDelete(this.#tracking.of(activity), 'completed', completed);
      Object.assign(this.#tracking.localOf(activity, activity.objectives[0]!), primary);
      for (const cluster of pathUp(activity.parent))
        Object.assign(this.#tracking.of(cluster), { attemptCount: 1, isSuspended: true });
      begun.push(activity);
    }
    // Leaves of which less is known come first: sharing deletes what is unknown.
    const isKnown = (activity: Activity) => {
      const { satisfied } = this.#tracking.localOf(activity, activity.objectives[0]!);
      return Number(satisfied !== undefined);
    };
    begun.sort((a, b) => isKnown(a) - isKnown(b));
    for (const activity of begun) this.#tracking.share(activity);
    for (const activity of begun) this.#rollUpFrom(activity);
  }

  /**
   * The open item is shown again: its attempt goes on, whether it has ended or not. Rules may have ended a
   * cluster around it and moved the current activity there.
   */
  reopen(id: string): boolean {
    const activity = this.#tree.get(id);
    const { current } = this;
    if (!activity || !current || !isWithin(activity, current)) return false;
    this.state.current = id;
    for (const inner of pathUp(activity)) this.#tracking.of(inner).isActive = true;
    this.#tracking.of(activity).isSuspended = false;
    return true;
  }

  /** NB.2.1. */
  #navigationOf(request: Request):
    | {
        readonly termination?: 'exit' | 'exitAll' | 'suspendAll' | 'abandon' | 'abandonAll';
        readonly sequencing: Internal;
      }
    | undefined {
    const { current } = this;
    const isActive = current !== undefined && this.#tracking.of(current).isActive;
    const leaving = isActive ? ({ termination: 'exit' } as const) : {};
    switch (request.kind) {
      case 'start':
        return current ? undefined : { sequencing: 'start' };
      case 'resumeAll':
        return current || this.state.suspended === undefined
          ? undefined
          : { sequencing: 'resumeAll' };
      case 'continue':
      case 'previous': {
        const controls = current?.parent?.definition.sequencingControls;
        if (controls?.flow !== true) return undefined;
        if (request.kind === 'previous' && controls.forwardOnly) return undefined;
        return { ...leaving, sequencing: request.kind };
      }
      case 'choice': {
        const target = this.#tree.get(request.target);
        if (!target || target.parent?.definition.sequencingControls?.choice === false)
          return undefined;
        if (current && target.parent !== current.parent && !this.#mayLeave(current, target))
          return undefined;
        return { ...leaving, sequencing: 'choice' };
      }
      case 'jump': {
        const target = this.#tree.get(request.target);
        return target && current && this.#isSelected(target)
          ? { ...leaving, sequencing: 'jump' }
          : undefined;
      }
      case 'exit':
      case 'abandon':
        return isActive ? { termination: request.kind, sequencing: 'exit' } : undefined;
      case 'exitAll':
      case 'abandonAll':
      case 'suspendAll':
        return current && { termination: request.kind, sequencing: 'exit' };
    }
  }

  /** True unless selection has left out the activity or a cluster around it. */
  #isSelected(activity: Activity): boolean {
    return pathUp(activity).every(
      (inner) => !inner.parent || this.#tracking.availableOf(inner.parent).includes(inner),
    );
  }

  /** True unless an active activity up to the common ancestor forbids to be left by choice. */
  #mayLeave(current: Activity, target: Activity): boolean {
    const ancestor = commonAncestor(current, target);
    return pathUp(current)
      .slice(0, pathUp(current).indexOf(ancestor))
      .every(
        (activity) =>
          !this.#tracking.of(activity).isActive ||
          activity.definition.sequencingControls?.choiceExit !== false,
      );
  }

  /** TB.2.3. @returns the request that rules ask for in the place of the given one. */
  #terminate(
    termination: 'exit' | 'exitAll' | 'suspendAll' | 'abandon' | 'abandonAll',
  ): Internal | 'as asked' | undefined {
    const { current } = this;
    if (!current) return undefined;
    switch (termination) {
      case 'exit': {
        this.#endAttempt(current);
        this.#exitByRules(current);
        return this.#afterExit();
      }
      case 'exitAll':
        this.#endAll();
        return 'exit';
      case 'suspendAll': {
        const state = this.#tracking.of(current);
        const suspended = state.isActive || state.isSuspended ? current : current.parent;
        if (!suspended) return undefined;
        if (state.isActive) this.#tracking.share(current);
        this.#rollUpFrom(current);
        this.state.suspended = suspended.id;
        for (const activity of pathUp(suspended))
          Object.assign(this.#tracking.of(activity), { isActive: false, isSuspended: true });
        this.state.current = this.#root.id;
        return 'exit';
      }
      case 'abandon':
        this.#tracking.of(current).isActive = false;
        return 'exit';
      case 'abandonAll':
        for (const activity of pathUp(current)) this.#tracking.of(activity).isActive = false;
        this.state.current = this.#root.id;
        return 'exit';
    }
  }

  /** TB.2.1: the outermost cluster whose rule says that it ends. */
  #exitByRules(from: Activity): void {
    const target = pathUp(from.parent).findLast((activity) =>
      ruleActionOf(
        this.#tracking,
        activity,
        activity.definition.sequencingRules?.exitConditionRules,
      ),
    );
    if (!target) return;
    this.#endDescendants(target);
    this.#endAttempt(target);
    this.state.current = target.id;
  }

  /** TB.2.2, as long as it says that the parent ends, too. */
  #afterExit(): Internal | 'as asked' | undefined {
    for (let activity = this.current; activity; activity = activity.parent) {
      this.state.current = activity.id;
      const action = this.#tracking.of(activity).isSuspended
        ? undefined
        : ruleActionOf(
            this.#tracking,
            activity,
            activity.definition.sequencingRules?.postConditionRules,
          );
      switch (action) {
        case 'exitParent':
          if (!activity.parent) return undefined;
          this.#endAttempt(activity.parent);
          continue;
        case 'exitAll':
          this.#endAll();
          return 'exit';
        case 'retryAll':
          this.#endAll();
          return 'retry';
        case 'retry':
        case 'continue':
        case 'previous':
          // The root has nothing before or after it.
          return activity.parent || action === 'retry' ? action : 'exit';
        case undefined:
        default:
          return activity.parent ? 'as asked' : 'exit';
      }
    }
    return 'as asked';
  }

  #endAll(): void {
    const { current } = this;
    if (current && this.#tracking.of(current).isActive) this.#endAttempt(current);
    this.#endDescendants(this.#root);
    this.#endAttempt(this.#root);
    this.state.current = this.#root.id;
  }

  /** UP.3: between the current activity and what both are in. */
  #endDescendants(activity: Activity): void {
    const { current } = this;
    if (!current) return;
    const ancestor = commonAncestor(current, activity);
    for (const between of pathUp(current.parent)) {
      if (between === ancestor) break;
      this.#endAttempt(between);
    }
  }

  /** UP.4. */
  #endAttempt(activity: Activity): void {
    const tracking = this.#tracking;
    const state = tracking.of(activity);
    if (activity.children.length === 0) {
      if (state.isActive && tracking.isTracked(activity) && !state.isSuspended) {
        const { completionSetByContent, objectiveSetByContent } =
          activity.definition.deliveryControls ?? {};
        if (!completionSetByContent && !state.saysCompletion) state.completed ??= true;
        if (!objectiveSetByContent && !state.saysSuccess) {
          const local = tracking.localOf(activity, activity.objectives[0]!);
          local.satisfied ??= true;
        }
      }
      if (state.isActive) tracking.share(activity);
    } else {
      state.isSuspended = activity.children.some((child) => tracking.of(child).isSuspended);
    }
    const wasActive = state.isActive;
    state.isActive = false;
    if (wasActive) this.#rollUpFrom(activity);
    if (wasActive && activity.children.length > 0) this.#select(activity, false);
  }

  /**
   * Up to the root, and in each cluster where an activity reads what has changed on the way, and from there on (SN,
   * section 4.6.1).
   */
  #rollUpFrom(activity: Activity): void {
    const due = new Set<Activity>();
    const addReadersOf = (writer: Activity) => {
      for (const target of writtenBy(writer))
        for (const cluster of this.#readingClusters.get(target) ?? []) due.add(cluster);
    };
    const stateOf = (cluster: Activity) =>
      JSON.stringify([
        this.#tracking.of(cluster),
        writtenBy(cluster).map((target) => this.state.globals[target]),
      ]);
    const rollUpOne = (cluster: Activity): boolean => {
      const before = stateOf(cluster);
      rollUp(this.#tracking, cluster);
      const isChanged = stateOf(cluster) !== before;
      if (isChanged) addReadersOf(cluster);
      return isChanged;
    };
    addReadersOf(activity);
    // The activity's own path comes first, as in the standard: a rollup that finds nothing leaves what there was.
    for (const cluster of pathUp(activity)) if (cluster.children.length > 0) rollUpOne(cluster);
    const rollups = new Map<Activity, number>();
    while (due.size > 0) {
      // Inner clusters come first, so that the root is rolled up once.
      const cluster = [...due].reduce((a, b) => (b.index > a.index ? b : a));
      due.delete(cluster);
      const count = (rollups.get(cluster) ?? 0) + 1;
      if (count > rollupsMaximum) continue;
      rollups.set(cluster, count);
      if (rollUpOne(cluster) && cluster.parent) due.add(cluster.parent);
    }
  }

  /** Writes a report into the state of its activity (RTE, section 4.2). */
  #transfer(activity: Activity, reported: Reported): void {
    const tracking = this.#tracking;
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

  /** SB.2.12. */
  #find(sequencing: Internal, target: Activity | undefined): Found {
    const { current } = this;
    const tracking = this.#tracking;
    switch (sequencing) {
      case 'start':
        this.#forgetShared();
        for (const activity of this.#tree.values()) this.#select(activity, true);
        return this.#root.children.length === 0
          ? this.#root
          : flow(tracking, this.#root, 'forward', true);
      case 'resumeAll':
        return this.#tree.get(this.state.suspended ?? '') ?? 'nowhere';
      case 'continue':
      case 'previous':
        if (current?.parent?.definition.sequencingControls?.flow !== true) return 'nowhere';
        return flow(tracking, current, sequencing === 'continue' ? 'forward' : 'backward', false);
      case 'retry':
        if (!current) return 'nowhere';
        if (current === this.#root) this.#forgetShared();
        return current.children.length === 0 ? current : flow(tracking, current, 'forward', true);
      case 'jump':
        return target ?? 'nowhere';
      case 'choice':
        for (const activity of this.#tree.values()) this.#select(activity, true);
        return target ? this.#choice(target) : 'nowhere';
      case 'exit':
        return 'nowhere';
    }
  }

  /** SB.2.9. */
  #choice(target: Activity): Found {
    const tracking = this.#tracking;
    const { current } = this;
    if (!this.#isSelected(target)) return 'nowhere';
    for (const activity of pathUp(target)) {
      const { sequencingRules } = activity.definition;
      if (ruleActionOf(tracking, activity, sequencingRules?.preConditionRules, 'hiddenFromChoice'))
        return 'nowhere';
    }
    if (target.parent?.definition.sequencingControls?.choice === false) return 'nowhere';
    if (!this.#isReachable(target)) return 'nowhere';
    if (target.children.length === 0) return target;
    const leaf = flow(tracking, target, 'forward', true);
    if (typeof leaf !== 'string') return leaf;
    if (current) {
      const ancestor = commonAncestor(current, target);
      this.#endDescendants(ancestor);
      this.#endAttempt(ancestor);
    }
    this.state.current = target.id;
    return 'nowhere';
  }

  /** SB.2.9, steps 7 to 11: whether the way from the current activity leads there. */
  #isReachable(target: Activity): boolean {
    const tracking = this.#tracking;
    const { current } = this;
    if (current === target) return true;
    if (current && current.parent === target.parent && current.parent) {
      const siblings = tracking.availableOf(current.parent);
      const [from, to] = [siblings.indexOf(current), siblings.indexOf(target)];
      const isForward = to > from;
      const passed = isForward ? siblings.slice(from, to) : siblings.slice(to + 1, from + 1);
      return passed.every((activity) =>
        mayPass(tracking, activity, isForward ? 'forward' : 'backward'),
      );
    }
    const ancestor = current ? commonAncestor(current, target) : this.#root;
    const leaving = current ? pathUp(current).slice(0, pathUp(current).indexOf(ancestor)) : [];
    if (leaving.some(({ definition }) => definition.sequencingControls?.choiceExit === false))
      return false;
    if (target === ancestor) return true;
    if (!this.#isWithinConstraint(leaving, target)) return false;
    const isForward = !current || target.index > current.index;
    const entering = pathUp(target).slice(1);
    return entering.slice(0, entering.indexOf(ancestor) + 1).every((activity) => {
      if (isForward && !mayPass(tracking, activity, 'forward')) return false;
      return (
        activity === ancestor ||
        tracking.of(activity).isActive ||
        activity.definition.sequencingControls?.preventActivation !== true
      );
    });
  }

  /** SB.2.9, step 11.5: the innermost cluster that constrains choice lets it reach its neighbours. */
  #isWithinConstraint(leaving: readonly Activity[], target: Activity): boolean {
    const constrained = leaving.find(
      ({ definition }) => definition.sequencingControls?.constrainChoice,
    );
    if (!constrained) return true;
    const direction = target.index > constrained.index ? 'forward' : 'backward';
    const considered = neighbour(this.#tracking, constrained, direction);
    return isWithin(target, considered) || target === constrained;
  }

  /** SB.2.11. */
  #exit(isSuspended: boolean): Outcome {
    const { current } = this;
    if (current?.parent) return { isDone: true };
    this.state.current = undefined;
    return { isDone: true, end: isSuspended ? 'suspended' : 'ended' };
  }

  /** DB.1.1. */
  #mayDeliver(activity: Activity): boolean {
    return (
      activity.children.length === 0 &&
      pathUp(activity).every((inner) => !isClosed(this.#tracking, inner))
    );
  }

  /** DB.2. */
  #deliver(activity: Activity, isResumed: boolean): void {
    const tracking = this.#tracking;
    if (!isResumed) this.#clearSuspended(activity);
    this.#endDescendants(activity);
    for (const inner of pathDown(activity)) {
      const state = tracking.of(inner);
      if (state.isActive) continue;
      if (state.isSuspended) state.isSuspended = false;
      else this.#beginAttempt(inner);
      state.isActive = true;
    }
    this.state.current = activity.id;
    this.state.suspended = undefined;
  }

  #beginAttempt(activity: Activity): void {
    const tracking = this.#tracking;
    const state = tracking.of(activity);
    if (tracking.isTracked(activity)) state.attemptCount += 1;
    state.beganAt = Date.now();
    state.objectives = {};
    delete state.completed;
    delete state.completionAmount;
    delete state.saysCompletion;
    delete state.saysSuccess;
    delete state.isOfEarlierAttempt;
    for (const child of activity.children) tracking.of(child).isOfEarlierAttempt = true;
  }

  /** DB.2.1. */
  #clearSuspended(activity: Activity): void {
    const suspended = this.#tree.get(this.state.suspended ?? '');
    if (!suspended || suspended === activity) return;
    const ancestor = commonAncestor(suspended, activity);
    for (const inner of pathUp(suspended)) {
      if (inner === ancestor) break;
      const state = this.#tracking.of(inner);
      state.isSuspended = inner.children.some((child) => this.#tracking.of(child).isSuspended);
    }
  }

  /** Shared objectives may be those of one attempt on the course (CAM, section 5.1.2). */
  #forgetShared(): void {
    const isNew = !this.#tracking.of(this.#root).isSuspended;
    if (isNew && !this.#keepsShared) this.state.globals = {};
  }

  /** SR.1 and SR.2. @param isFirst whether nothing has been selected for the first attempt yet. */
  #select(activity: Activity, isFirst: boolean): void {
    const controls = activity.definition.sequencingControls;
    const state = this.#tracking.of(activity);
    if (isFirst && state.available !== undefined) return;
    const isDue = (timing: string | undefined) =>
      timing === 'onEachNewAttempt' || (isFirst && timing === 'once' && state.attemptCount === 0);
    const { selectCount } = controls ?? {};
    const isSelecting = isDue(controls?.selectionTiming) && typeof selectCount === 'number';
    const isShuffling =
      isDue(controls?.randomizationTiming) && (controls?.reorderChildren ?? false);
    if (!isSelecting && !isShuffling) return;
    const all = activity.children.map(({ id }) => id);
    const before = state.available ?? all;
    const chosen = isSelecting ? shuffled(all).slice(0, selectCount) : before;
    const inOrder = isSelecting ? all.filter((id) => chosen.includes(id)) : chosen;
    state.available = isShuffling ? shuffled(inOrder) : [...inOrder];
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isRead(map: ObjectiveMap): boolean {
  return (
    map.readSatisfiedStatus === true ||
    map.readNormalizedMeasure === true ||
    map.readCompletionStatus === true ||
    map.readProgressMeasure === true
  );
}

/** Keys of the shared objectives that an activity writes what counts for rollup into. */
function writtenBy({ objectives }: Activity): readonly string[] {
  return objectives.flatMap(({ maps }) =>
    maps.flatMap((map) =>
      map.writeSatisfiedStatus ||
      map.writeNormalizedMeasure ||
      map.writeCompletionStatus ||
      map.writeProgressMeasure
        ? map.targetObjectiveID
        : [],
    ),
  );
}

function setOrDelete<T extends object, Name extends keyof T>(
  object: T,
  name: Name,
  value: T[Name] | undefined,
): void {
  if (value === undefined) Reflect.deleteProperty(object, name);
  else object[name] = value;
}

/** Fisher and Yates. */
function shuffled<T>(values: readonly T[]): T[] {
  const result = [...values];
  for (let index = result.length - 1; index > 0; index -= 1) {
    const other = Math.floor(Math.random() * (index + 1));
    [result[index], result[other]] = [result[other]!, result[index]!];
  }
  return result;
}
