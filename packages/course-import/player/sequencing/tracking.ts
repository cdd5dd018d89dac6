import type {
  Activity,
  ActivityState,
  ObjectiveDefinition,
  ObjectiveMap,
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
const members = Object.keys(shared) as (keyof ObjectiveState)[];

/** Reads and writes what is recorded, through the maps to objectives that activities share. */
export class Tracking {
  readonly state: SequencingState;

  constructor(state: SequencingState) {
    this.state = state;
  }

  of({ id }: Activity): ActivityState {
    return (this.state.activities[id] ??= {
      attemptCount: 0,
      isActive: false,
      isSuspended: false,
      objectives: {},
    });
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

  /** What is recorded of an objective of its own; to be changed. */
  localOf(activity: Activity, { id }: ObjectiveDefinition): ObjectiveState {
    return (this.of(activity).objectives[id] ??= {});
  }

  /** An objective as rules see it: what is shared counts, where it is known. */
  objectiveOf(activity: Activity, objective: ObjectiveDefinition): ObjectiveState {
    if (!this.isTracked(activity)) return {};
    const read: ObjectiveState = { ...this.localOf(activity, objective) };
    for (const map of objective.maps) {
      const global = this.state.globals[map.targetObjectiveID];
      for (const member of members) {
        if (map[`read${shared[member]}`] && global?.[member] !== undefined)
          Object.assign(read, { [member]: global[member] });
      }
    }
    return objective.satisfiedByMeasure ? this.#byMeasure(activity, objective, read) : read;
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

  primaryOf(activity: Activity): ObjectiveState {
    return this.objectiveOf(activity, activity.objectives[0]!);
  }

  /** Writes what is recorded of the objectives into those that they share. */
  share(activity: Activity): void {
    for (const objective of activity.objectives) {
      const local = this.localOf(activity, objective);
      const decided = objective.satisfiedByMeasure
        ? this.#byMeasure(activity, objective, local)
        : local;
      for (const map of objective.maps) this.#write(map, decided);
    }
  }

  #write(map: ObjectiveMap, local: ObjectiveState): void {
    for (const member of members) {
      if (!map[`write${shared[member]}`]) continue;
      const global = (this.state.globals[map.targetObjectiveID] ??= {});
      if (local[member] === undefined) Reflect.deleteProperty(global, member);
      else Object.assign(global, { [member]: local[member] });
    }
  }
}
