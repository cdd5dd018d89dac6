/*
 * Sequencing definitions of an activity (SCORM 2004 SN, section 3; CAM, section 5.1), in the standard's words.
 * Absent members have the standard's default.
 */

export interface ActivityDefinition {
  readonly sequencingControls?: SequencingControls;
  readonly deliveryControls?: {
    readonly tracked?: boolean;
    readonly completionSetByContent?: boolean;
    readonly objectiveSetByContent?: boolean;
  };
  readonly attemptLimit?: number;
  /** A duration by ISO 8601. */
  readonly attemptAbsoluteDurationLimit?: string;
  readonly sequencingRules?: {
    readonly preConditionRules: readonly SequencingRule[];
    readonly exitConditionRules: readonly SequencingRule[];
    readonly postConditionRules: readonly SequencingRule[];
  };
  readonly rollupRules?: readonly RollupRule[];
  readonly rollupConsiderations?: {
    readonly requiredForSatisfied?: RequiredFor;
    readonly requiredForNotSatisfied?: RequiredFor;
    readonly requiredForCompleted?: RequiredFor;
    readonly requiredForIncomplete?: RequiredFor;
    readonly measureSatisfactionIfActive?: boolean;
  };
  readonly primaryObjective?: Objective;
  /** Objectives beside the primary one. */
  readonly objectives?: readonly Objective[];
  readonly completionThreshold?: {
    readonly completedByMeasure: boolean;
    /** From 0 to 1. */
    readonly minProgressMeasure?: number;
    readonly progressWeight?: number;
  };
  /** Controls of the player that content shows itself, such as `continue`. */
  readonly hideLmsUi?: readonly string[];
  /** Stores of data that activities share. */
  readonly sharedDataMaps?: readonly {
    readonly targetID: string;
    readonly readSharedData?: boolean;
    readonly writeSharedData?: boolean;
  }[];
}

export type RequiredFor = 'always' | 'ifAttempted' | 'ifNotSkipped' | 'ifNotSuspended';

export type Timing = 'never' | 'once' | 'onEachNewAttempt';

/** Control modes, considerations of choice, rollup controls, selection and randomization. */
export interface SequencingControls {
  readonly choice: boolean;
  readonly choiceExit: boolean;
  readonly flow: boolean;
  readonly forwardOnly?: boolean;
  readonly useCurrentAttemptObjectiveInfo?: boolean;
  readonly useCurrentAttemptProgressInfo?: boolean;
  readonly preventActivation?: boolean;
  readonly constrainChoice?: boolean;
  readonly rollupObjectiveSatisfied?: boolean;
  readonly rollupProgressCompletion?: boolean;
  readonly objectiveMeasureWeight?: number;
  readonly selectionTiming?: Timing;
  readonly selectCount?: number;
  readonly randomizationTiming?: Timing;
  readonly reorderChildren?: boolean;
}

export interface RuleCondition {
  readonly condition?: string;
  /** Absent: the condition as it is. */
  readonly operator?: 'not';
  readonly referencedObjective?: string;
  readonly measureThreshold?: number;
}

interface Conditions {
  /** `all` or `any`. */
  readonly conditionCombination: string;
  readonly conditions: readonly RuleCondition[];
}

/** A pre-, exit or post-condition rule. */
export interface SequencingRule extends Conditions {
  readonly action: string;
}

export interface RollupRule extends Conditions {
  readonly action: string;
  readonly childActivitySet: string;
  readonly minimumCount?: number;
  /** From 0 to 1. */
  readonly minimumPercent?: number;
}

export interface Objective {
  /** As the manifest writes it; empty for a primary objective without one. */
  readonly objectiveID: string;
  readonly satisfiedByMeasure?: boolean;
  readonly minNormalizedMeasure?: number;
  readonly mapInfo: readonly ObjectiveMap[];
}

type SharedMember =
  | 'SatisfiedStatus'
  | 'NormalizedMeasure'
  | 'RawScore'
  | 'MinScore'
  | 'MaxScore'
  | 'CompletionStatus'
  | 'ProgressMeasure';

/** Map of an objective to a shared one: the members that it reads there, and writes. */
export type ObjectiveMap = { readonly targetObjectiveID: string } & {
  readonly [Flag in `${'read' | 'write'}${SharedMember}`]?: boolean;
};
