import { annotationsCalls } from '@lectern/contracts/calls/annotations/annotations';
import { assignmentCalls } from '@lectern/contracts/calls/annotations/assignment';
import { exerciseCalls } from '@lectern/contracts/calls/annotations/exercise';
import { feedbackCalls } from '@lectern/contracts/calls/annotations/feedback';
import { searchCalls } from '@lectern/contracts/calls/annotations/search';
import type { Result } from '@lectern/sdk/protocol';
import type { Api, CreateClient } from '../api.ts';
import { isOfWaiting } from '../outbox/model/change.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { UserSession } from '../session/user-session.ts';
import { loadGroups } from '../session/load-groups.ts';
import { askService } from './ask-service.ts';
import { BridgeFailure } from './bridge-failure.ts';
import type { RequestTable } from './dispatch.ts';
import { allPages, readAnswers } from './read-answers.ts';
import { checkByContract } from './payloads.ts';

interface Context {
  readonly api: Pick<Api, 'clag' | 'gms'>;
  readonly clientOf: CreateClient;
  readonly store: SessionStore;
  /** @throws {BridgeFailure} `NOT_LOGGED_IN` */
  readonly signedIn: () => UserSession;
  /** @throws {BridgeFailure} `NOT_LOGGED_IN` */
  readonly openOutbox: () => { readonly outbox: Outbox; readonly subject: string };
}

type Entries = Pick<
  RequestTable,
  | 'autocomplete'
  | 'getAnnotations'
  | 'getAnswers'
  | 'getAssignments'
  | 'getClassAssignments'
  | 'getClassAnswers'
  | 'getClasses'
  | 'getFeedback'
  | 'getFiles'
  | 'getOwnClasses'
  | 'saveAnnotations'
  | 'saveAnswers'
  | 'saveAssignment'
  | 'saveFeedback'
  | 'search'
>;

/** Reading, writing and searching of a course's annotations and answers for content. */
export function createContentData({
  api,
  clientOf,
  store,
  signedIn,
  openOutbox,
}: Context): Entries {
  /** Throws for a user who leads no class: the service would refuse it, and it would stay on the device. */
  function checkTeacher(): void {
    if (!signedIn().isTeacher)
      throw new BridgeFailure('REFUSED', 'Only teachers give feedback and assignments.');
  }

  return {
    async getAnnotations(payload) {
      const { outbox, subject } = openOutbox();
      const { with_conflict_copies = false, ...scope } = payload;
      const read = <T>(send: (signal: AbortSignal) => Promise<T>) =>
        askService(store, 'Could not read annotations.', send);
      const more = { subject, with_conflict_copies };
      if ('topic_dto' in scope) {
        const { annotationsGetForTopic } = annotationsCalls;
        const body = checkByContract(annotationsGetForTopic.body, { ...more, ...scope });
        return outbox.readAnnotations(scope, () =>
          read((signal) => api.clag.annotationsGetForTopic({ body, signal, xIaSubject: subject })),
        );
      }
      const { annotationsGetForExercise } = annotationsCalls;
      const body = checkByContract(annotationsGetForExercise.body, { ...more, ...scope });
      return outbox.readAnnotations(scope, () =>
        read((signal) => api.clag.annotationsGetForExercise({ body, signal, xIaSubject: subject })),
      );
    },

    async saveAnnotations(payload) {
      const { outbox, subject } = openOutbox();
      const { annotations, notes, bookmarks, ...scope } = payload;
      const { annotationsSaveForExercise, annotationsSaveForTopic } = annotationsCalls;
      const body = {
        ...scope,
        annotations: withStoredVersions(annotations),
        notes: withStoredVersions(notes),
        bookmarks: withStoredVersions(bookmarks),
        subject,
      };
      if ('topic_dto' in scope) checkByContract(annotationsSaveForTopic.body, body);
      else checkByContract(annotationsSaveForExercise.body, body);
      return outbox.acceptChanges(scope, {
        ...(annotations && { annotations }),
        ...(notes && { notes }),
        ...(bookmarks && { bookmarks }),
      });
    },

    async getAnswers(payload) {
      const { outbox, subject } = openOutbox();
      const { exercise_ids, ...issue } = payload;
      const { exerciseGetUserData } = exerciseCalls;
      const body = checkByContract(exerciseGetUserData.body, {
        ...payload,
        subject,
        with_conflict_copies: true,
        limit: answersOfPage,
      });
      return readAnswers(outbox, issue, exercise_ids, () =>
        askService(store, 'Could not read answers.', (signal) =>
          allPages((cursor) =>
            api.clag.exerciseGetUserData({
              body: { ...body, cursor },
              signal,
              xIaSubject: subject,
            }),
          ),
        ),
      );
    },

    async saveAnswers(payload) {
      const { outbox, subject } = openOutbox();
      const { answers, exercise_dto, ...issue } = payload;
      const { exercise_id } = exercise_dto;
      checkByContract(exerciseCalls.exerciseSaveAndGetUserData.body, {
        ...issue,
        subject,
        exercise_ids: [exercise_id],
        answers: withStoredVersions(answers.map((answer) => ({ ...answer, exercise_id }))),
      });
      return outbox.acceptAnswers({ ...issue, exercise_dto }, answers);
    },

    async getClasses({ course_id_dto: { course_id } }) {
      const { isTeacher, user } = signedIn();
      if (!isTeacher) return [];
      const groups = await askService(store, 'Could not read the answers of a class.', (signal) =>
        loadGroups(api, user.subject, signal, course_id),
      );
      if (!groups) throw new BridgeFailure('UNAVAILABLE', 'The classes could not be loaded.');
      return groups.map(({ group_id, name }) => ({ group_id, name }));
    },

    async getOwnClasses(payload) {
      const { subject } = signedIn().user;
      const { getOwnClasses } = await import('./own-classes.ts');
      return getOwnClasses({ clientOf, store, subject }, payload);
    },

    async getClassAnswers(payload) {
      const { outbox, subject } = openOutbox();
      // Only what teachers need.
      const { getClassAnswers } = await import('./class-answers.ts');
      return getClassAnswers(clientOf, store, outbox, subject, payload);
    },

    async saveFeedback(payload) {
      const { outbox, subject } = openOutbox();
      const { feedback: given, ...scope } = payload;
      // As the service gives ids back.
      const feedback = given.map((each) => ({
        ...each,
        feedback_id: each.feedback_id.toLowerCase(),
      }));
      const { exercise_dto, ...member } = scope;
      const { exercise_id } = exercise_dto;
      checkByContract(feedbackCalls.feedbackSaveForMember.body, {
        ...member,
        subject,
        feedback: withStoredVersions(
          feedback.map((each) => ('content' in each ? { exercise_id, ...each } : each)),
        ),
      });
      checkTeacher();
      return outbox.acceptFeedback(scope, feedback);
    },

    async getFeedback(payload) {
      const { subject } = signedIn().user;
      const { feedbackGetForIssue } = feedbackCalls;
      const more = { subject, with_earlier_versions: true };
      const body = checkByContract(feedbackGetForIssue.body, { ...payload, ...more });
      const page = await askService(store, 'Could not read feedback.', (signal) =>
        api.clag.feedbackGetForIssue({ body, signal, xIaSubject: subject }),
      );
      const { feedback, earlier_versions = [], next_cursor, has_more } = page;
      return {
        feedback: feedback.map(({ is_removed, ...each }) =>
          is_removed ? { ...each, is_removed } : { ...each, delivered: true },
        ) as Result<'getFeedback'>['feedback'],
        earlier_versions: earlier_versions as Result<'getFeedback'>['earlier_versions'],
        next_cursor,
        has_more,
      };
    },

    async getAssignments(payload) {
      const { subject } = signedIn().user;
      const { getAssignments } = await import('./assignments.ts');
      return getAssignments({ clientOf, store, subject }, payload);
    },

    async getClassAssignments(payload) {
      const { outbox, subject } = openOutbox();
      const { getClassAssignments } = await import('./assignments.ts');
      return getClassAssignments({ clientOf, store, subject }, outbox, payload);
    },

    async saveAssignment(payload) {
      const { outbox, subject } = openOutbox();
      const { assignment, ...scope } = payload;
      const [based] = withStoredVersions([assignment])!;
      checkByContract(assignmentCalls.assignmentSaveForGroup.body, {
        ...scope,
        subject,
        assignment: based,
      });
      checkTeacher();
      return outbox.acceptAssignment(scope, assignment);
    },

    async search(payload) {
      const { subject } = signedIn().user;
      const body = checkByContract(searchCalls.searchCourse.body, { ...payload, subject });
      const { hits, next_cursor, suggested_queries } = await askService(
        store,
        'Could not search.',
        (signal) => api.clag.searchCourse({ body, signal, xIaSubject: subject }),
      );
      return {
        hits: hits.map(withoutUndefined),
        ...(next_cursor === undefined ? {} : { next_cursor }),
        ...(suggested_queries && { suggested_queries }),
      };
    },

    async autocomplete(payload) {
      const { subject } = signedIn().user;
      const body = checkByContract(searchCalls.searchAutocomplete.body, { ...payload, subject });
      const { completions } = await askService(store, 'Could not search.', (signal) =>
        api.clag.searchAutocomplete({ body, signal, xIaSubject: subject }),
      );
      return { completions };
    },

    async getFiles(payload) {
      const session = signedIn();
      // Only what publications with files of the gateway need.
      const { getFiles } = await import('./get-files.ts');
      return getFiles(clientOf, store, session, payload);
    },
  };
}

/** Changes as the contract knows them, which has no versions of what waits. */
function withStoredVersions(changes: readonly Versioned[] | undefined) {
  return changes?.map((change) =>
    isOfWaiting(change.version) ? { ...change, version: 1 } : change,
  );
}
interface Versioned {
  readonly version: number;
}

/** Most answers of one page of the service. */
const answersOfPage = 500;

type Defined<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> };

/** Optional members that are not there are left out. */
function withoutUndefined<T extends object>(found: T): Defined<T> {
  const defined = Object.entries(found).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined) as Defined<T>;
}
