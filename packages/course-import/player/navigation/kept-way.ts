import type { ObjectiveState } from '../sequencing/activities.ts';

/** A way through a course, as it is kept. */
export interface KeptWay {
  readonly sequencing?: unknown;
  /** Data that items share, by identifier. */
  readonly shared?: Readonly<Record<string, string>>;
}

/** A way that was read, whichever player has kept it. */
export interface ReadWay extends KeptWay {
  readonly shared: Readonly<Record<string, string>>;
  /** Measures of primary objectives, by the identifiers of leaves. */
  readonly measures: ReadonlyMap<string, number>;
  readonly sharedObjectives: ReadonlyMap<string, ObjectiveState>;
  readonly open?: string | undefined;
}

/** Way as players have kept it until the sequencing was ours; scorm-again rendered it. */
interface EarlierWay {
  readonly sharedData?: Readonly<Record<string, string>>;
  readonly globalObjectiveMap?: Readonly<
    Record<
      string,
      {
        readonly satisfiedStatus?: boolean;
        readonly satisfiedStatusKnown?: boolean;
        readonly normalizedMeasure?: number;
        readonly normalizedMeasureKnown?: boolean;
      }
    >
  >;
  readonly sequencing?: {
    readonly currentActivity?: string | null;
    readonly suspendedActivity?: string | null;
    readonly activityStates?: Readonly<
      Record<
        string,
        {
          readonly objectiveMeasureStatus?: boolean;
          readonly objectiveNormalizedMeasure?: number;
        }
      >
    >;
  };
}

/** Reads a way of either form. One that cannot be read counts as none: the statuses of items are kept elsewhere. */
export function readWay(text: string | undefined): ReadWay {
  const way = parse(text) as KeptWay & EarlierWay;
  const shared = way.shared ?? way.sharedData ?? {};
  const { activityStates, currentActivity, suspendedActivity } = way.sequencing ?? {};
  const measures = new Map<string, number>();
  for (const [id, state] of entriesOf(activityStates)) {
    const { objectiveMeasureStatus: isKnown, objectiveNormalizedMeasure: measure } = state;
    if (isKnown && measure !== undefined) measures.set(id, measure);
  }
  const sharedObjectives = new Map<string, ObjectiveState>();
  for (const [id, state] of entriesOf(way.globalObjectiveMap)) {
    const { satisfiedStatus: satisfied, normalizedMeasure: measure } = state;
    sharedObjectives.set(id, {
      ...(state.satisfiedStatusKnown && satisfied !== undefined && { satisfied }),
      ...(state.normalizedMeasureKnown && measure !== undefined && { measure }),
    });
  }
  const open = currentActivity ?? suspendedActivity ?? undefined;
  return { sequencing: way.sequencing, shared, measures, sharedObjectives, open };
}

/** Entries of what an earlier player has kept, without those that are none. */
function entriesOf<T extends object>(kept: Readonly<Record<string, T>> = {}): [string, T][] {
  return Object.entries(kept).filter(([, value]) => typeof value === 'object' && value !== null);
}

function parse(text = '{}'): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch (error) {
    console.error('The way through the course could not be read.', error);
    return {};
  }
}
