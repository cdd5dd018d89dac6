import type { ActivityDefinition, ObjectiveMap } from '../../src/activity-definition.ts';
import type { Course, CourseItem } from '../../src/course.ts';

/*
 * The activity tree, and what is recorded of each activity (IMS SS 1.0, tracking model; SCORM 2004 SN,
 * section 4.2).
 */

/** An activity, as the manifest defines it. */
export interface Activity {
  readonly id: string;
  readonly definition: ActivityDefinition;
  readonly parent: Activity | undefined;
  readonly children: readonly Activity[];
  /** Place in a forward preorder of the tree, from 0. */
  readonly index: number;
  readonly objectives: readonly ObjectiveDefinition[];
}

export interface ObjectiveDefinition {
  /** As the manifest writes it; empty for a primary objective without one. */
  readonly id: string;
  /** Normal form of `id`, by which objectives are found. */
  readonly key: string;
  readonly isPrimary: boolean;
  readonly satisfiedByMeasure: boolean;
  readonly minNormalizedMeasure: number;
  readonly maps: readonly ObjectiveMap[];
}

/** Known state of an objective, local or global; absent is unknown. */
export interface ObjectiveState {
  satisfied?: boolean;
  measure?: number;
  raw?: string;
  min?: string;
  max?: string;
  completed?: boolean;
  progress?: number;
}

export interface ActivityState {
  attemptCount: number;
  isActive: boolean;
  isSuspended: boolean;
  /** Status in the current attempt; absent is unknown. */
  completed?: boolean;
  completionAmount?: number;
  /** True where content has set its completion or its success, be it to unknown. */
  saysCompletion?: boolean;
  saysSuccess?: boolean;
  /** True where the cluster around it has begun a new attempt since (SN, section 3.12). */
  isOfEarlierAttempt?: boolean;
  /** By key. */
  objectives: Map<string, ObjectiveState>;
  /** Available children in order, for a cluster with selection or randomization. */
  available?: string[];
  /** When the current attempt began, in ms since the epoch. */
  beganAt?: number;
}

/** All that is kept of a learner's way through a course. */
export interface SequencingState {
  /** A state of another form is not restored. */
  readonly format: typeof sequencingFormat;
  current?: string | undefined;
  suspended?: string | undefined;
  activities: Map<string, ActivityState>;
  globals: Map<string, ObjectiveState>;
}

export const sequencingFormat = 'lectern-1';

export function newState(): SequencingState {
  return { format: sequencingFormat, activities: new Map(), globals: new Map() };
}

/** The tree of a course by identifiers; the root goes first. */
export function treeOf({ organization, items }: Course): ReadonlyMap<string, Activity> {
  const all = new Map<string, Activity>();
  const add = (
    id: string,
    definition: ActivityDefinition,
    inner: readonly CourseItem[],
    parent: Activity | undefined,
  ): Activity => {
    const children: Activity[] = [];
    const objectives = objectivesOf(definition);
    const activity = { id, definition, parent, children, index: all.size, objectives };
    all.set(id, activity);
    for (const item of inner)
      children.push(add(item.id, item.sequencing ?? {}, item.children, activity));
    return activity;
  };
  add(organization.id, organization.sequencing ?? {}, items, undefined);
  return all;
}

/** The primary objective goes first; each activity has one. */
function objectivesOf({
  primaryObjective,
  objectives = [],
}: ActivityDefinition): ObjectiveDefinition[] {
  const primary = primaryObjective ?? { objectiveID: '', mapInfo: [] };
  return [primary, ...objectives].map((objective, index) => ({
    id: objective.objectiveID,
    key: normalForm(objective.objectiveID),
    isPrimary: index === 0,
    satisfiedByMeasure: objective.satisfiedByMeasure ?? false,
    minNormalizedMeasure: objective.minNormalizedMeasure ?? 1,
    maps: objective.mapInfo.map((map) => ({
      ...map,
      targetObjectiveID: normalForm(map.targetObjectiveID),
    })),
  }));
}

/** Identifiers of objectives are addresses: one may be written in several ways (CAM, section 5.1.7). */
export function normalForm(identifier: string): string {
  try {
    return decodeURIComponent(identifier).trim().replaceAll(/\s+/g, ' ');
  } catch {
    return identifier;
  }
}

/** From an activity to the root, both included. */
export function pathUp(activity: Activity | undefined): readonly Activity[] {
  const path: Activity[] = [];
  for (let next = activity; next; next = next.parent) path.push(next);
  return path;
}

/** From the root to an activity, both included. */
export function pathDown(activity: Activity): readonly Activity[] {
  const path: Activity[] = [];
  for (const inner of pathUp(activity)) path.unshift(inner);
  return path;
}

export function isWithin(activity: Activity, ancestor: Activity): boolean {
  return pathUp(activity).includes(ancestor);
}

export function commonAncestor(first: Activity, second: Activity): Activity {
  const path = pathUp(second);
  return pathUp(first).find((activity) => path.includes(activity))!;
}
