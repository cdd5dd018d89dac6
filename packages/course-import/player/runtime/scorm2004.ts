import type { Scorm2004API as Library } from 'scorm-again';
import * as library from 'scorm-again/scorm2004';
import type { ActivityDefinition, Course, CourseItem } from '../../src/course.ts';
import { textAt, type CmiDocument, type CmiObject } from '../cmi/progress.ts';
import { commitService } from './commit-service.ts';
import { quietLog } from './quiet-log.ts';
import { createRun, isResumable, type Environment, type RunCodes } from './run.ts';
import type { Learner, Run, RunHost, Runtime } from './runtime.ts';

/** The package's types for this entry name a default export, and it has none. */
const { Scorm2004API } = library as unknown as typeof import('scorm-again');

/** SCORM 2004 RTE, section 3.1.7. */
const codes: RunCodes = {
  initializeAfterEnd: 104,
  finishAfterEnd: 113,
  getAfterEnd: 123,
  setAfterEnd: 133,
  commitAfterEnd: 143,
  setFailure: 351,
};
const commitFailure = 391;

/** Of a stored state, what this run or today's manifest brings anew. */
const notKept = new Set([
  'exit',
  'session_time',
  'entry',
  'learner_id',
  'learner_name',
  'launch_data',
  'completion_threshold',
  'scaled_passing_score',
  'max_time_allowed',
  'time_limit_action',
  'mode',
  'credit',
]);

/**
 * The run-time environment of SCORM 2004. One object of the library lives as long as the course is shown,
 * because the sequencing lives in it; it is reset between sessions.
 */
export class Scorm2004 implements Runtime {
  readonly api: Library;
  #host: RunHost | undefined;
  #render: (() => CmiDocument) | undefined;
  #isReopening = false;

  /**
   * @param onDelivery the sequencing has chosen an activity.
   * @param onEnd it has come to its end, or the course goes on later.
   */
  constructor(
    course: Course,
    onDelivery: (activityId: string) => void,
    onEnd: (isSuspended: boolean) => void,
  ) {
    this.api = new Scorm2004API(
      {
        ...quietLog,
        lmsCommitUrl: 'the bridge',
        autocommit: false,
        sequencing: {
          activityTree: activityTree(course),
          logLevel: 'error',
          eventListeners: {
            onActivityDelivery: ({ id }) => {
              if (!this.#isReopening) onDelivery(id);
            },
            onSequencingSessionEnd: ({ reason }) => onEnd(reason === 'suspend_all'),
          },
        },
      },
      commitService(
        () => this.#render?.(),
        () => this.#host,
        commitFailure,
      ),
    );
  }

  launch(item: CourseItem, stored: CmiDocument | undefined, learner: Learner, host: RunHost): Run {
    const { api } = this;
    const isNewAttempt = !stored || beginsAnew(stored.cmi);
    const wasSuspended = !isNewAttempt && isResumable(textAt(stored.cmi, 'exit'));
    const open = (state: CmiDocument | undefined, entry: string) => {
      api.reset();
      if (state) api.loadFromJSON(storedPart(state.cmi), 'cmi');
      this.#setLaunchData(item, learner);
      api.cmi.entry = entry;
    };
    open(
      isNewAttempt ? undefined : stored,
      isNewAttempt ? 'ab-initio' : wasSuspended ? 'resume' : '',
    );

    const environment: Environment = {
      apiName: 'API_1484_11',
      codes,
      exitElement: 'cmi.exit',
      api,
      open: (state) => {
        if (!this.#reopen(item)) return undefined;
        const isResumed = isResumable(textAt(state.cmi, 'exit'));
        open(state, isResumed ? 'resume' : '');
        return isResumed;
      },
      render(exit) {
        const { cmi } = api.renderCommitCMI(true) as CmiDocument;
        return { cmi: { ...cmi, exit } };
      },
      // SN, section 4.6.4 (UP.4): unless the manifest leaves it to the content.
      isSilent: () =>
        api.cmi.completion_status === 'unknown' &&
        item.sequencing?.deliveryControls?.completionSetByContent !== true,
      complete() {
        api.cmi.completion_status = 'completed';
      },
      close: () => {
        this.#host = undefined;
        this.#render = undefined;
        api.reset();
      },
    };
    const run = createRun(environment, host, wasSuspended);
    this.#host = host;
    this.#render = run.render;
    return run;
  }

  /** Another page of the open item: its attempt goes on, whether its content has ended it or not. */
  #reopen({ id }: CourseItem): boolean {
    const { currentActivity } = this.api.getSequencingState();
    if (currentActivity?.id !== id) return false;
    if (currentActivity.isActive) return true;
    currentActivity.isSuspended = true;
    this.#isReopening = true;
    try {
      this.api
        .getSequencingService()
        ?.getOverallSequencingProcess()
        ?.contentDeliveryEnvironmentProcess(currentActivity);
    } finally {
      this.#isReopening = false;
    }
    return true;
  }

  #setLaunchData(item: CourseItem, { id, name }: Learner): void {
    const { cmi } = this.api;
    cmi.learner_id = id;
    cmi.learner_name = name;
    if (item.launchData !== undefined) cmi.launch_data = item.launchData;
    if (item.scaledPassingScore !== undefined) cmi.scaled_passing_score = item.scaledPassingScore;
    if (item.maxTimeAllowed !== undefined) cmi.max_time_allowed = item.maxTimeAllowed;
    if (item.timeLimitAction !== undefined) cmi.time_limit_action = item.timeLimitAction;
  }
}

/**
 * Whether the next launch is a new attempt (RTE, section 2.1.1). The standard begins one after every normal
 * exit; here it is one only where there is still something to reach, so that whoever looks again at what is
 * done does not undo it.
 */
function beginsAnew(cmi: CmiObject): boolean {
  if (isResumable(textAt(cmi, 'exit'))) return false;
  return (
    textAt(cmi, 'success_status') === 'failed' || textAt(cmi, 'completion_status') !== 'completed'
  );
}

function storedPart(cmi: CmiObject): CmiObject {
  return Object.fromEntries(Object.entries(cmi).filter(([name]) => !notKept.has(name)));
}

function activityTree({ organization, title, items }: Course): ActivityDefinition {
  const activity = (item: CourseItem): ActivityDefinition => ({
    ...forLibrary(item.sequencing),
    id: item.id,
    title: item.title,
    isVisible: item.isVisible,
    ...(item.children.length > 0 && { children: item.children.map(activity) }),
  });
  return {
    ...forLibrary(organization.sequencing),
    id: organization.id,
    title,
    children: items.map(activity),
  };
}

/** Definitions of the manifest in the library's own terms. */
function forLibrary(sequencing: Partial<ActivityDefinition> = {}): Partial<ActivityDefinition> {
  const { attemptAbsoluteDurationLimit, rollupRules, ...others } = sequencing;
  return {
    ...others,
    // The library compares a limit of the duration with itself before it delivers, and so never does. The
    // standard asks for no such check (SN, section 3.7); rules may ask whether the limit is exceeded.
    ...(attemptAbsoluteDurationLimit !== undefined && {
      timeLimitDuration: attemptAbsoluteDurationLimit,
    }),
    ...(rollupRules && {
      rollupRules: { ...rollupRules, rules: rollupRules.rules?.map(inPercent) ?? [] },
    }),
  };
}

/** The manifest has a share from 0 to 1 (SN, section 3.8.1), the library one from 0 to 100. */
function inPercent<Rule extends { readonly minimumPercent?: number }>(rule: Rule): Rule {
  return rule.minimumPercent === undefined
    ? rule
    : { ...rule, minimumPercent: rule.minimumPercent * 100 };
}
