import { Scorm2004API } from 'scorm-again/scorm2004';
import type { CourseItem } from '../../src/course.ts';
import { listAt, textAt, type CmiDocument, type CmiObject } from '../cmi/progress.ts';
import { commitService } from './commit-service.ts';
import { quietLog, setWhereValid } from './library.ts';
import { createRun, isResumable, type Environment, type RunCodes } from './run.ts';
import type { Learner, Run, RunHost, Runtime } from './runtime.ts';
import { normalForm } from '../sequencing/activities.ts';
import { objectiveElements, reportedOf } from '../sequencing/reported.ts';
import type { Request } from '../sequencing/requests.ts';
import type { Reported, Sequencer } from '../sequencing/sequencer.ts';

/** SCORM 2004 RTE, section 3.1.7. */
const codes: RunCodes = {
  initializeAfterEnd: 104,
  finishAfterEnd: 113,
  getAfterEnd: 123,
  setAfterEnd: 133,
  commitAfterEnd: 143,
  setFailure: 351,
  unknownElement: 401,
  noElement: 351,
};
const commitFailure = 391;

/** Elements of a stored state that each run or today's manifest sets again. */
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
 * The run-time environment of SCORM 2004: the library answers the content, the sequencer what is asked of the
 * way through the course. Each session has an object of the library of its own.
 */
export class Scorm2004 implements Runtime {
  /** Data that items share, by identifier (RTE, section 4.3). */
  shared: Readonly<Record<string, string>> = {};
  readonly #sequencer: Sequencer;
  readonly #onRequest: (request: Request) => void;
  #reported: (() => Reported | undefined) | undefined;
  #version = 0;

  /** @param onRequest content asks for something by ending its session. */
  constructor(sequencer: Sequencer, onRequest: (request: Request) => void) {
    this.#sequencer = sequencer;
    this.#onRequest = onRequest;
  }

  /** Grows with everything that content does. */
  get version(): number {
    return this.#version;
  }

  /** State of the content that is open. */
  get reported(): Reported | undefined {
    return this.#reported?.();
  }

  launch(item: CourseItem, stored: CmiDocument | undefined, learner: Learner, host: RunHost): Run {
    const isNewAttempt = !stored || beginsAnew(stored.cmi);
    const wasSuspended = !isNewAttempt && isResumable(textAt(stored.cmi, 'exit'));
    // An item that the learner comes back to, since nothing else could be opened, has ended its attempt.
    this.#sequencer.reopen(item.id);
    this.#version += 1;
    let api = this.#sessionOf(
      item,
      isNewAttempt ? undefined : stored,
      isNewAttempt ? 'ab-initio' : wasSuspended ? 'resume' : '',
      learner,
      () => run.render(),
      host,
    );

    /** Request of the content, processed when its session ends. */
    let request: Request | undefined;
    /** Elements that it has set in this session. */
    let set = new Set<string>();
    const activity = this.#sequencer.activity(item.id)!;
    const reported = () => reportedOf(activity, environment.render('').cmi, false, set);
    const environment: Environment = {
      apiName: 'API_1484_11',
      codes,
      exitElement: 'cmi.exit',
      get api() {
        return api;
      },
      open: (state) => {
        if (!this.#sequencer.reopen(item.id)) return undefined;
        const isResumed = isResumable(textAt(state.cmi, 'exit'));
        const entry = isResumed ? 'resume' : '';
        set = new Set();
        api = this.#sessionOf(item, state, entry, learner, () => run.render(), host);
        return isResumed;
      },
      render(exit) {
        const { cmi } = api.renderCommitCMI(true) as CmiDocument;
        return { cmi: { ...cmi, exit } };
      },
      changed: (element, value) => {
        this.#version += 1;
        set.add(element);
        if (element === 'adl.nav.request') request = requestOf(value);
      },
      asksToSuspend: () => request?.kind === 'suspendAll',
      answer: (element) => this.#isValid(element),
      // SN, section 4.5 (UP.4): unless the manifest leaves it to the content.
      isSilent: () => {
        const { primary, saysCompletion } = reported();
        return (
          api.cmi.completion_status === 'unknown' &&
          !(saysCompletion && primary.completed === undefined) &&
          item.sequencing?.deliveryControls?.completionSetByContent !== true
        );
      },
      complete: () => {
        const isCompleted = reported().primary.completed ?? true;
        api.cmi.completion_status = isCompleted ? 'completed' : 'incomplete';
      },
      ended: (isLeft, isSuspended) => {
        this.shared = { ...this.shared, ...api.adl.captureWritableSharedDataSnapshot() };
        // Where the learner has asked already, that counts (SN, section 5.6.1).
        const asked = isLeft ? undefined : request;
        request = undefined;
        if (!asked?.kind.startsWith('abandon'))
          this.#sequencer.report(reportedOf(activity, run.render().cmi, isSuspended, set));
        this.#version += 1;
        if (asked) this.#onRequest(asked);
      },
      close: () => {
        this.#reported = undefined;
      },
    };
    const run = createRun(environment, host, wasSuspended);
    this.#reported = () => (run.state === 'running' ? reported() : undefined);
    return run;
  }

  #sessionOf(
    item: CourseItem,
    state: CmiDocument | undefined,
    entry: string,
    learner: Learner,
    render: () => CmiDocument,
    host: RunHost,
  ): Scorm2004API {
    const api: Scorm2004API = new Scorm2004API(
      { ...quietLog, lmsCommitUrl: 'the bridge', autocommit: false },
      commitService(render, () => host, commitFailure),
    );
    allowEmptyLocation(api.cmi);
    const { completionThreshold, sharedDataMaps = [] } = item.sequencing ?? {};
    const objectives = this.#objectivesFor(item, state);
    api.loadFromJSON({ ...(state && storedPart(state.cmi)), objectives }, 'cmi');
    this.#setLaunchData(api, item, learner);
    if (completionThreshold?.completedByMeasure)
      setWhereValid(api.cmi, {
        completion_threshold: String(completionThreshold.minProgressMeasure ?? 1),
      });
    api.cmi.entry = entry;
    api.adl.restoreSharedDataSnapshot(this.shared);
    api.adl.configureSharedDataMaps(
      // CAM, section 3.4.1.21: both are allowed unless the manifest says otherwise.
      sharedDataMaps.map((map) => ({ readSharedData: true, writeSharedData: true, ...map })),
    );
    return api;
  }

  /**
   * Objectives of the manifest go first, with their known states; states shared with other items count as they
   * are now (RTE, section 4.2.17).
   */
  #objectivesFor({ id }: CourseItem, state: CmiDocument | undefined): CmiObject {
    const activity = this.#sequencer.activity(id);
    if (!activity) return {};
    const objectives = this.#sequencer.objectivesOf(activity, state === undefined);
    if (state)
      return Object.fromEntries(
        listAt(state.cmi, 'objectives').map((objective, index) => {
          const now = objectives.get(normalForm(textAt(objective, 'id') ?? ''));
          const { success_status, score, ...others } = objective;
          const { scaled, ...points } = (score ?? {}) as CmiObject;
          const shared = objectiveElements(now?.state ?? {});
          return [
            index,
            {
              ...others,
              ...(!now?.unknown.satisfied && { success_status }),
              ...shared,
              score: {
                ...points,
                ...(!now?.unknown.measure && { scaled }),
                ...(shared['score'] as CmiObject),
              },
            },
          ];
        }),
      );
    return Object.fromEntries(
      [...objectives.values()].map(({ id: objective, state: values }, index) => [
        index,
        { id: objective, ...objectiveElements(values) },
      ]),
    );
  }

  /** RTE, section 4.4: whether something would come of a request; nothing for other elements. */
  #isValid(element: string): string | undefined {
    const [, kind, choice, target] =
      /^adl\.nav\.request_valid\.(?:(continue|previous)|(choice|jump)\.\{target=([^}]+)\})$/.exec(
        element,
      ) ?? [];
    if (kind === undefined && choice === undefined) return undefined;
    const request = kind
      ? { kind: kind as 'continue' | 'previous' }
      : { kind: choice as 'choice' | 'jump', target: target ?? '' };
    return String(this.#sequencer.mayProcess(request, this.reported));
  }

  #setLaunchData({ cmi }: Scorm2004API, item: CourseItem, { id, name }: Learner): void {
    cmi.learner_id = id;
    cmi.learner_name = name;
    setWhereValid(cmi, {
      launch_data: item.launchData,
      scaled_passing_score: item.scaledPassingScore,
      max_time_allowed: item.maxTimeAllowed,
      time_limit_action: item.timeLimitAction,
    });
  }
}

/** Content forgets its place by an empty one, which the library refuses (RTE, section 4.2.14: any string). */
function allowEmptyLocation(cmi: Scorm2004API['cmi']): void {
  let isEmpty = false;
  const { get, set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(cmi), 'location')!;
  Object.defineProperty(cmi, 'location', {
    get: () => (isEmpty ? '' : (get!.call(cmi) as string)),
    set(value: string) {
      if (value !== '') set!.call(cmi, value);
      isEmpty = value === '';
    },
  });
}

/**
 * True where the next launch is a new attempt (RTE, section 2.1.1). The standard begins one after every normal
 * exit; here it begins only where there is still something to reach, so that a learner who looks again at a
 * completed item does not undo it.
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

/** RTE, section 4.4.1: how content asks. */
function requestOf(text: string): Request | undefined {
  const [, target, kind = text] = /^\{target=([^}]+)\}(choice|jump)$/.exec(text) ?? [];
  if (kind === 'choice' || kind === 'jump') return target ? { kind, target } : undefined;
  const request = requests.find((name) => name === kind);
  return request && { kind: request };
}

const requests = [
  'continue',
  'previous',
  'exit',
  'exitAll',
  'abandon',
  'abandonAll',
  'suspendAll',
] as const;
