import type { Scorm12API as Library } from 'scorm-again';
import * as library from 'scorm-again/scorm12';
import type { CourseItem } from '../../src/course.ts';
import { textAt, type CmiDocument, type CmiObject } from '../cmi/progress.ts';
import { commitService } from './commit-service.ts';
import { createFacade, type FacadeCodes } from './facade.ts';
import { quietLog } from './quiet-log.ts';
import type { Learner, Run, RunHost, Runtime } from './runtime.ts';

/** The package's types for this entry name a default export, and it has none. */
const { Scorm12API } = library as unknown as typeof import('scorm-again');

/** SCORM 1.2 knows one code for all of these, "General exception" (RTE, section 3.5). */
const generalException = 101;
const codes: FacadeCodes = {
  initializeAfterEnd: generalException,
  finishAfterEnd: generalException,
  getAfterEnd: generalException,
  setAfterEnd: generalException,
  commitAfterEnd: generalException,
  setFailure: generalException,
};

/** Of a stored state, what this run brings anew. */
const ofTheRun = new Set(['exit', 'session_time', 'entry', 'student_id', 'student_name']);

/** The run-time environment of SCORM 1.2: each launch has an object of its own. */
export const scorm12: Runtime = {
  launch(item: CourseItem, stored: CmiDocument | undefined, learner: Learner, host: RunHost): Run {
    let state: Run['state'] = 'not begun';
    let exit = '';
    let isLeft = false;
    const wasSuspended = isResumable(textAt(stored?.cmi, 'core', 'exit'));

    const api: Library = new Scorm12API(
      {
        ...quietLog,
        lmsCommitUrl: 'the bridge',
        autocommit: false,
        // The mastery score of the manifest decides (CAM, section 2.3.5.2), not the content's word.
        mastery_override: true,
      },
      commitService(render, () => host, generalException),
    );
    if (stored) api.loadFromJSON(storedPart(stored.cmi), 'cmi');
    const { core, student_data } = api.cmi;
    core.student_id = learner.id;
    core.student_name = learner.name;
    core.credit = 'credit';
    core.lesson_mode = 'normal';
    core.entry = entryOf(stored, wasSuspended);
    if (item.launchData !== undefined) api.cmi.launch_data = item.launchData;
    if (item.masteryScore !== undefined) student_data.mastery_score = item.masteryScore;
    if (item.maxTimeAllowed !== undefined) student_data.max_time_allowed = item.maxTimeAllowed;
    if (item.timeLimitAction !== undefined) student_data.time_limit_action = item.timeLimitAction;
    api.on('SequenceNext', () => host.navigate('next'));
    api.on('SequencePrevious', () => host.navigate('previous'));

    const facade = createFacade(api, codes, {
      began() {
        state = 'running';
        host.began(wasSuspended);
      },
      changed(element, value) {
        if (element === 'cmi.core.exit') exit = value;
        if (state === 'running') host.changed();
      },
      ending: suspendIfLeft,
      ended() {
        state = 'ended';
        host.ended();
      },
      measure: () => JSON.stringify(render()).length,
    });
    const { calls } = facade;

    function suspendIfLeft(): void {
      if (isLeft && state === 'running' && exit === '')
        calls['SetValue']?.('cmi.core.exit', 'suspend');
    }

    function render(): CmiDocument {
      const document = api.renderCommitCMI(true) as CmiDocument;
      const core = document.cmi['core'] as CmiObject;
      return {
        ...document,
        cmi: { ...document.cmi, core: { ...core, exit: isSuspended() ? 'suspend' : exit } },
      };
    }

    function isSuspended(): boolean {
      return state !== 'ended' || isResumable(exit);
    }

    return {
      apiName: 'API',
      api: Object.fromEntries(Object.entries(calls).map(([name, call]) => [`LMS${name}`, call])),
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
      close() {
        if (state === 'running') {
          calls['SetValue']?.('cmi.core.exit', 'suspend');
          calls['Finish']?.('');
        }
        facade.close();
      },
    };
  },
};

function isResumable(exit: string | undefined): boolean {
  return exit === 'suspend' || exit === 'logout';
}

/** RTE, section 3.4.4: neither the first time nor suspended is an empty entry. */
function entryOf(stored: CmiDocument | undefined, wasSuspended: boolean): string {
  if (!stored) return 'ab-initio';
  return wasSuspended ? 'resume' : '';
}

function storedPart(cmi: CmiObject): CmiObject {
  // What the manifest says counts as it is today.
  const { launch_data: _launchData, student_data: _studentData, core, ...rest } = cmi;
  const kept = Object.entries(core as CmiObject).filter(([name]) => !ofTheRun.has(name));
  return { ...rest, core: Object.fromEntries(kept) };
}
