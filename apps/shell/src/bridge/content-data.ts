import { annotationsCalls } from '@lectern/contracts/calls/annotations/annotations';
import { exerciseCalls } from '@lectern/contracts/calls/annotations/exercise';
import { searchCalls } from '@lectern/contracts/calls/annotations/search';
import type { Answer, Payload } from '@lectern/sdk/protocol';
import type { Api, CreateClient } from '../api.ts';
import { isOfWaiting } from '../outbox/model/change.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { ShownChanges, StoredChanges } from '../outbox/view/changes-view.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { UserSession } from '../session/user-session.ts';
import { askService } from './ask-service.ts';
import type { RequestTable } from './dispatch.ts';
import { checkByContract } from './payloads.ts';

interface Context {
  readonly api: Pick<Api, 'clag'>;
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
  | 'getFiles'
  | 'saveAnnotations'
  | 'saveAnswers'
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
      const exercises = [...new Set(exercise_ids)];
      // One request for all; what waits of each is known before it goes.
      const read = onceAllAsk(exercises.length, () =>
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
      const shown = await Promise.all(
        exercises.map(async (exercise_id) => {
          const scope = { ...issue, exercise_dto: { exercise_id } };
          const answers = await outbox.readAnswers(scope, async () =>
            ofExercise(await read(), exercise_id),
          );
          return namedBy(exercise_id, answers);
        }),
      );
      return {
        answers: shown.flatMap(({ answers }) => answers),
        conflict_copies: shown.flatMap(({ conflict_copies }) => conflict_copies),
      };
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

    async search(payload) {
      const { subject } = signedIn().user;
      const body = checkByContract(searchCalls.searchCourse.body, { ...payload, subject });
      const { hits, next_cursor } = await askService(store, 'Could not search.', (signal) =>
        api.clag.searchCourse({ body, signal, xIaSubject: subject }),
      );
      return {
        hits: hits.map(withoutUndefined),
        ...(next_cursor === undefined ? {} : { next_cursor }),
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

interface AnswersPage {
  readonly answers: readonly StoredAnswer[];
  readonly conflict_copies?: readonly StoredAnswer[] | undefined;
  readonly next_cursor?: string | undefined;
}
type StoredAnswer = Omit<Answer, 'content' | 'delivered' | 'score_in_percent'>;

async function allPages(
  ask: (cursor: string | undefined) => Promise<AnswersPage>,
): Promise<AnswersPage> {
  const first = await ask(undefined);
  const pages = [first];
  for (let page = first; page.next_cursor !== undefined; pages.push(page))
    page = await ask(page.next_cursor);
  return {
    answers: pages.flatMap(({ answers }) => answers),
    conflict_copies: pages.flatMap(({ conflict_copies = [] }) => conflict_copies),
  };
}

/** Asks once the last of so many has asked. */
function onceAllAsk<T>(count: number, ask: () => Promise<T>): () => Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  let asked = 0;
  return () => {
    asked += 1;
    if (asked === count) resolve(ask());
    return promise;
  };
}

function ofExercise({ answers, conflict_copies }: AnswersPage, id: string): StoredChanges {
  const own = (all: readonly StoredAnswer[]) => all.filter(({ exercise_id }) => exercise_id === id);
  return {
    answers: own(answers),
    ...(conflict_copies && { conflict_copies: { answers: own(conflict_copies) } }),
  };
}

/** Answers of which those that wait here do not name their exercise. */
function namedBy(exercise_id: string, { answers = [], conflict_copies }: ShownChanges) {
  const named = (all: readonly object[] = []) =>
    // The contract's answer has the members that the protocol names.
    all.map((answer) => ({ ...answer, exercise_id })) as unknown as readonly Answer[];
  return { answers: named(answers), conflict_copies: named(conflict_copies?.answers) };
}

type Defined<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> };

/** Optional members that are not there are left out. */
function withoutUndefined<T extends object>(found: T): Defined<T> {
  const defined = Object.entries(found).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined) as Defined<T>;
}
