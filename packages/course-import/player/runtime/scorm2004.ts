import type { Scorm2004API as Library } from 'scorm-again';
import * as library from 'scorm-again/scorm2004';
import type { ActivityDefinition, Course, CourseItem } from '../../src/course.ts';
import { textAt, type CmiDocument, type CmiObject } from '../cmi/progress.ts';
import { commitService } from './commit-service.ts';
import { createFacade, type FacadeCodes } from './facade.ts';
import { quietLog } from './quiet-log.ts';
import type { Learner, Run, RunHost, Runtime } from './runtime.ts';

/** The package's types for this entry name a default export, and it has none. */
const { Scorm2004API } = library as unknown as typeof import('scorm-again');

/** SCORM 2004 RTE, section 3.1.7. */
const codes: FacadeCodes = {
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
 * because the sequencing lives in it; it is reset between launches, and each has a facade of its own.
 */
export class Scorm2004 implements Runtime {
  readonly api: Library;
  #host: RunHost | undefined;
  #render: (() => CmiDocument) | undefined;

  /** @param onDelivery the sequencing has chosen an activity. @param onEnd it has come to its end. */
  constructor(course: Course, onDelivery: (activityId: string) => void, onEnd: () => void) {
    this.api = new Scorm2004API(
      {
        ...quietLog,
        lmsCommitUrl: 'the bridge',
        autocommit: false,
        sequencing: {
          activityTree: activityTree(course),
          logLevel: 'error',
          eventListeners: {
            onActivityDelivery: ({ id }) => onDelivery(id),
            onSequencingSessionEnd: onEnd,
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
    api.reset();
    const isNewAttempt = !stored || beginsAnew(stored.cmi);
    const wasSuspended = !isNewAttempt && isResumable(textAt(stored.cmi, 'exit'));
    if (stored && !isNewAttempt) api.loadFromJSON(storedPart(stored.cmi), 'cmi');
    this.#setLaunchData(item, learner);
    api.cmi.entry = isNewAttempt ? 'ab-initio' : wasSuspended ? 'resume' : '';

    let state: Run['state'] = 'not begun';
    let exit = '';
    let isLeft = false;
    let last: CmiDocument | undefined;
    const isSuspended = () => state !== 'ended' || isResumable(exit);
    const render = (): CmiDocument => {
      if (last) return last;
      const { cmi } = api.renderCommitCMI(true) as CmiDocument;
      return { cmi: { ...cmi, exit: isSuspended() ? 'suspend' : exit } };
    };

    const facade = createFacade(api, codes, {
      began() {
        state = 'running';
        host.began(wasSuspended);
      },
      changed(element, value) {
        if (element === 'cmi.exit') exit = value;
        host.changed();
      },
      ending() {
        if (isLeft && state === 'running' && exit === '')
          calls['SetValue']?.('cmi.exit', 'suspend');
      },
      ended() {
        state = 'ended';
        host.ended();
      },
      measure: () => JSON.stringify(render()).length,
    });
    const { calls } = facade;
    const { Finish: Terminate, ...others } = calls;
    this.#host = host;
    this.#render = render;

    return {
      apiName: 'API_1484_11',
      api: { ...others, Terminate },
      get state() {
        return state;
      },
      get isSuspended() {
        return isSuspended();
      },
      render,
      leave() {
        isLeft = true;
      },
      close: () => {
        if (state === 'running') {
          calls['SetValue']?.('cmi.exit', 'suspend');
          calls['Finish']?.('');
        }
        last = render();
        facade.close();
        this.#host = undefined;
        this.#render = undefined;
        api.reset();
      },
    };
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

function isResumable(exit: string | undefined): boolean {
  return exit === 'suspend' || exit === 'logout';
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
    ...item.sequencing,
    id: item.id,
    title: item.title,
    isVisible: item.isVisible,
    ...(item.children.length > 0 && { children: item.children.map(activity) }),
  });
  return { ...organization.sequencing, id: organization.id, title, children: items.map(activity) };
}
