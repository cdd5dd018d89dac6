import type { ObjectiveMap } from '../../src/activity-definition.ts';
import type {
  Activity,
  ActivityState,
  ObjectiveDefinition,
  ObjectiveState,
  SequencingState,
} from './activities.ts';

/** The members of an objective, with the names of the maps that share them (SN, section 3.10.3). */
const shared = {
  satisfied: 'SatisfiedStatus',
  measure: 'NormalizedMeasure',
  raw: 'RawScore',
  min: 'MinScore',
  max: 'MaxScore',
  completed: 'CompletionStatus',
  progress: 'ProgressMeasure',
} as const satisfies Record<keyof ObjectiveState, string>;
export const members = Object.keys(shared) as (keyof ObjectiveState)[];

/** Members that are unknown in shared objectives that have been written. */
export interface UnknownShared {
  readonly satisfied: boolean;
  readonly measure: boolean;
}

/** Reads and writes what is recorded, through the maps to objectives that activities share. */
export class Tracking {
  readonly state: SequencingState;

  constructor(state: SequencingState) {
    this.state = state;
  }

  of({ id }: Activity): ActivityState {
    return ensured(this.state.activities, id, () => ({
      attemptCount: 0,
      isActive: false,
      isSuspended: false,
      objectives: new Map(),
    }));
  }

  /** The children that can be reached, in order: selection and randomization decide (SN, section 3.11). */
  availableOf(activity: Activity): readonly Activity[] {
    const { available } = this.of(activity);
    if (!available) return activity.children;
    return available.flatMap((id) => activity.children.find((child) => child.id === id) ?? []);
  }

  isTracked({ definition }: Activity): boolean {
    return definition.deliveryControls?.tracked ?? true;
  }

  /** State of an objective without the shared ones that it reads; to be changed. */
  localOf(activity: Activity, { key }: ObjectiveDefinition): ObjectiveState {
    return ensured(this.of(activity).objectives, key, () => ({}));
  }

  /**
   * An objective as rules see it: what it reads from a shared one stands in the place of its own.
   *
   * @param isForRollup whether what an earlier attempt of the cluster has left is left out.
   */
  objectiveOf(
    activity: Activity,
    objective: ObjectiveDefinition,
    isForRollup = false,
  ): ObjectiveState {
    if (!this.isTracked(activity)) return {};
    const isKnown = !isForRollup || this.#isCurrent(activity, 'useCurrentAttemptObjectiveInfo');
    const own = isKnown ? { ...this.localOf(activity, objective) } : {};
    // Status and measure are read from the shared objective alone, also where they are unknown there.
    if (objective.maps.some((map) => map.readSatisfiedStatus)) delete own.satisfied;
    if (objective.maps.some((map) => map.readNormalizedMeasure)) delete own.measure;
    const read = { ...own, ...this.sharedOf(objective) };
    return objective.satisfiedByMeasure ? this.#byMeasure(activity, objective, read) : read;
  }

  /** Known state that an objective reads from shared ones. */
  sharedOf({ maps }: ObjectiveDefinition): ObjectiveState {
    const read: ObjectiveState = {};
    for (const map of maps) {
      const global = this.state.globals.get(map.targetObjectiveID);
      for (const member of members) {
        if (map[`read${shared[member]}`] && global?.[member] !== undefined)
          Object.assign(read, { [member]: global[member] });
      }
    }
    return read;
  }

  /**
   * True for status and measure that an objective both writes into a shared one and reads there, and that are unknown
   * there. One that only reads keeps a state of its own beneath.
   */
  unknownOf({ maps }: ObjectiveDefinition): UnknownShared {
    const isUnknown = (member: keyof UnknownShared) =>
      maps.some((map) => {
        const global = this.state.globals.get(map.targetObjectiveID);
        return (
          map[`read${shared[member]}`] === true &&
          map[`write${shared[member]}`] === true &&
          global !== undefined &&
          global[member] === undefined
        );
      });
    return { satisfied: isUnknown('satisfied'), measure: isUnknown('measure') };
  }

  /** Known state that an objective reads from shared ones, with what follows from a measure. */
  sharedStateOf(objective: ObjectiveDefinition): ObjectiveState {
    const read = this.sharedOf(objective);
    return objective.satisfiedByMeasure && read.measure !== undefined
      ? { ...read, satisfied: read.measure >= objective.minNormalizedMeasure }
      : read;
  }

  #isCurrent(
    activity: Activity,
    control: 'useCurrentAttemptObjectiveInfo' | 'useCurrentAttemptProgressInfo',
  ): boolean {
    return (
      this.of(activity).isOfEarlierAttempt !== true ||
      activity.parent?.definition.sequencingControls?.[control] === false
    );
  }

  /** SN, section 4.3: a measure decides, while the activity is active only where it may. */
  #byMeasure(
    activity: Activity,
    { minNormalizedMeasure }: ObjectiveDefinition,
    read: ObjectiveState,
  ): ObjectiveState {
    const { satisfied: _satisfied, ...others } = read;
    const mayDecide =
      !this.of(activity).isActive ||
      (activity.definition.rollupConsiderations?.measureSatisfactionIfActive ?? true);
    return others.measure === undefined || !mayDecide
      ? others
      : { ...others, satisfied: others.measure >= minNormalizedMeasure };
  }

  primaryOf(activity: Activity, isForRollup = false): ObjectiveState {
    return this.objectiveOf(activity, activity.objectives[0]!, isForRollup);
  }

  /** True where an activity is completed; a known status that its primary objective reads goes first. */
  completedOf(activity: Activity, isForRollup = false): boolean | undefined {
    if (!this.isTracked(activity)) return undefined;
    const { completionThreshold } = activity.definition;
    if (completionThreshold?.completedByMeasure) {
      const amount = this.amountOf(activity, isForRollup);
      return amount === undefined
        ? undefined
        : amount >= (completionThreshold.minProgressMeasure ?? 1);
    }
    const own =
      !isForRollup || this.#isCurrent(activity, 'useCurrentAttemptProgressInfo')
        ? this.of(activity).completed
        : undefined;
    return this.sharedOf(activity.objectives[0]!).completed ?? own;
  }

  /** Completed part of an activity, from 0 to 1. */
  amountOf(activity: Activity, isForRollup = false): number | undefined {
    if (!this.isTracked(activity)) return undefined;
    const own =
      !isForRollup || this.#isCurrent(activity, 'useCurrentAttemptProgressInfo')
        ? this.of(activity).completionAmount
        : undefined;
    return this.sharedOf(activity.objectives[0]!).progress ?? own;
  }

  /**
   * Writes what is recorded of the objectives into those that they share. Nothing is recorded of an untracked
   * activity, so that it leaves them as they are (SN, section 3.13.1).
   */
  share(activity: Activity): void {
    if (!this.isTracked(activity)) return;
    // Nothing but rollup sets objectives of a cluster, and it sets the primary one alone.
    const isCluster = activity.children.length > 0;
    for (const objective of activity.objectives) {
      if (isCluster && !objective.isPrimary) continue;
      const local = this.localOf(activity, objective);
      const decided = objective.satisfiedByMeasure
        ? this.#byMeasure(activity, objective, local)
        : local;
      const state = objective.isPrimary ? { ...decided, ...this.#progressOf(activity) } : decided;
      for (const map of objective.maps) this.#write(map, state);
    }
  }

  /** The activity's own completion, which its primary objective shares (SN, section 3.10.3). */
  #progressOf(activity: Activity): ObjectiveState {
    const { completed, completionAmount: progress } = this.of(activity);
    const { completionThreshold } = activity.definition;
    if (!completionThreshold?.completedByMeasure)
      return {
        ...(completed !== undefined && { completed }),
        ...(progress !== undefined && { progress }),
      };
    const { minProgressMeasure } = completionThreshold;
    return progress === undefined
      ? {}
      : { completed: progress >= (minProgressMeasure ?? 1), progress };
  }

  #write(map: ObjectiveMap, local: ObjectiveState): void {
    for (const member of members) {
      if (!map[`write${shared[member]}`]) continue;
      const global = ensured(this.state.globals, map.targetObjectiveID, () => ({}));
      if (local[member] === undefined) Reflect.deleteProperty(global, member);
      else Object.assign(global, { [member]: local[member] });
    }
  }
}

function ensured<T>(map: Map<string, T>, key: string, initial: () => T): T {
  const value = map.get(key) ?? initial();
  map.set(key, value);
  return value;
}
