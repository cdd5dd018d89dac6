import type { ObjectiveMap } from '../../src/activity-definition.ts';
import type { Course } from '../../src/course.ts';
import { pathUp, treeOf, type Activity, type SequencingState } from './activities.ts';
import { Tracking } from './tracking.ts';

/** The activity tree of a course with a learner's state of it (SN, section 4.2). */
export class ActivityTree {
  readonly activities: ReadonlyMap<string, Activity>;
  readonly root: Activity;
  /** Clusters whose rollup reads a shared objective, by its key. */
  readonly readingClusters: ReadonlyMap<string, ReadonlySet<Activity>>;
  /** True where shared objectives outlive an attempt on the course (CAM, section 5.1.2). */
  readonly keepsShared: boolean;
  /** Replaced with the state. */
  tracking: Tracking;

  constructor(course: Course, state: SequencingState) {
    this.activities = treeOf(course);
    this.root = this.activities.get(course.organization.id)!;
    this.keepsShared = course.organization.objectivesGlobalToSystem !== false;
    this.readingClusters = readingClustersOf(this.activities.values());
    this.tracking = new Tracking(state);
  }

  get state(): SequencingState {
    return this.tracking.state;
  }

  get current(): Activity | undefined {
    const { current } = this.state;
    return current === undefined ? undefined : this.activities.get(current);
  }

  activity(id: string): Activity | undefined {
    return this.activities.get(id);
  }

  /** True unless selection has left out the activity or a cluster around it. */
  isSelected(activity: Activity): boolean {
    return pathUp(activity).every(
      (inner) => !inner.parent || this.tracking.availableOf(inner.parent).includes(inner),
    );
  }
}

function readingClustersOf(activities: Iterable<Activity>) {
  const reading = new Map<string, Set<Activity>>();
  for (const activity of activities) {
    // A cluster is seen by the one around it as its objectives are read.
    const readers = [activity, activity.parent].filter((reader) => reader?.children.length);
    // Rules to skip may name any objective.
    for (const map of activity.objectives.flatMap(({ maps }) => maps)) {
      if (!isRead(map)) continue;
      const { targetObjectiveID: key } = map;
      const clusters = reading.get(key) ?? new Set();
      for (const reader of readers) clusters.add(reader!);
      reading.set(key, clusters);
    }
  }
  return reading;
}

function isRead(map: ObjectiveMap): boolean {
  return (
    map.readSatisfiedStatus === true ||
    map.readNormalizedMeasure === true ||
    map.readCompletionStatus === true ||
    map.readProgressMeasure === true
  );
}
