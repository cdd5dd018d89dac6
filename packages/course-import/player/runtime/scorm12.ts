import { Scorm12API } from 'scorm-again/scorm12';
import type { CourseItem } from '../../src/course.ts';
import { textAt, type CmiDocument, type CmiObject } from '../cmi/progress.ts';
import { commitService } from './commit-service.ts';
import { quietLog, setWhereValid } from './library.ts';
import { createRun, isResumable, type Environment, type RunCodes } from './run.ts';
import type { Learner, Run, RunHost, Runtime } from './runtime.ts';

/** RTE, section 3.5: "General exception", where no other code says it. */
const generalException = 101;
/** RTE, section 3.5: a call outside of a session; after its end, too. */
const notInitialized = 301;
const codes: RunCodes = {
  initializeAfterEnd: generalException,
  finishAfterEnd: notInitialized,
  getAfterEnd: notInitialized,
  setAfterEnd: notInitialized,
  commitAfterEnd: notInitialized,
  setFailure: generalException,
  unknownElement: 401,
};

/** Elements of a stored state that each run sets again. */
const ofTheRun = new Set(['exit', 'session_time', 'entry', 'student_id', 'student_name']);

/** The run-time environment of SCORM 1.2: each session has an object of the library of its own. */
export const scorm12: Runtime = {
  launch(item: CourseItem, stored: CmiDocument | undefined, learner: Learner, host: RunHost): Run {
    let api = sessionOf(stored);

    function sessionOf(state: CmiDocument | undefined): Scorm12API {
      const session: Scorm12API = new Scorm12API(
        {
          ...quietLog,
          lmsCommitUrl: 'the bridge',
          autocommit: false,
          // The mastery score of the manifest decides (CAM, section 2.3.5.2), not the content's word.
          mastery_override: true,
        },
        commitService(
          () => run.render(),
          () => host,
          generalException,
        ),
      );
      if (state) session.loadFromJSON(storedPart(state.cmi), 'cmi');
      const { core, student_data } = session.cmi;
      core.student_id = learner.id;
      core.student_name = learner.name;
      core.credit = 'credit';
      core.lesson_mode = 'normal';
      core.entry = entryOf(state);
      setWhereValid(session.cmi, { launch_data: item.launchData });
      setWhereValid(student_data, {
        mastery_score: item.masteryScore,
        max_time_allowed: item.maxTimeAllowed,
        time_limit_action: item.timeLimitAction,
      });
      session.on('SequenceNext', () => host.navigate('next'));
      session.on('SequencePrevious', () => host.navigate('previous'));
      return session;
    }

    const environment: Environment = {
      apiName: 'API',
      codes,
      exitElement: 'cmi.core.exit',
      get api() {
        return api;
      },
      open(state) {
        api = sessionOf(state);
        return wasSuspended(state);
      },
      render(exit) {
        const document = api.renderCommitCMI(true) as CmiDocument;
        const core = document.cmi['core'] as CmiObject;
        return { ...document, cmi: { ...document.cmi, core: { ...core, exit } } };
      },
      isSilent: () => ['', 'not attempted'].includes(api.cmi.core.lesson_status),
      // RTE, section 3.4.4: where the content says nothing, it is completed once it has ended.
      complete() {
        api.cmi.core.lesson_status = 'completed';
      },
    };
    const run = createRun(environment, host, wasSuspended(stored));
    return run;
  },
};

function wasSuspended(stored: CmiDocument | undefined): boolean {
  return isResumable(textAt(stored?.cmi, 'core', 'exit'));
}

/** RTE, section 3.4.4: neither the first time nor suspended is an empty entry. */
function entryOf(stored: CmiDocument | undefined): string {
  if (!stored) return 'ab-initio';
  return wasSuspended(stored) ? 'resume' : '';
}

function storedPart(cmi: CmiObject): CmiObject {
  // Elements of the manifest count as they are today.
  const { launch_data: _launchData, student_data: _studentData, core, ...rest } = cmi;
  const kept = Object.entries(core as CmiObject).filter(([name]) => !ofTheRun.has(name));
  return { ...rest, core: Object.fromEntries(kept) };
}
